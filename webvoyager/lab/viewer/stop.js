// The Stop button of a watched episode interrupts the kernel, through the Jupyter server; runs in JupyterLab.
const KERNEL = /\bwv-kernel-(\S+)/;

function readConfig() {  // where the server is, and how to ask it
  const page = document.getElementById('jupyter-config-data');
  return page && JSON.parse(page.textContent);
}

function interrupt(config, kernel) {
  const [, xsrf] = /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie) ?? [];
  const headers = { 'X-XSRFToken': xsrf ?? '' };
  if (config.token) headers.Authorization = `token ${config.token}`;
  return fetch(`${config.baseUrl}api/kernels/${kernel}/interrupt`, { method: 'POST', headers });
}

function isRunning(cell) {
  return cell.querySelector('.jp-InputPrompt').textContent.includes('*');
}

function connect(tries) {
  const button = element.closest('.wv-viewer')?.querySelector('.wv-stop');
  if (!button && tries) setTimeout(connect, 50, tries - 1);  // the script runs before it is added to the page
  const [config, cell] = [readConfig(), element.closest('.jp-CodeCell')];
  if (!button || !config || !cell || !isRunning(cell)) return;
  button.classList.add('wv-works');
  button.addEventListener('click', () => {
    if (isRunning(cell)) interrupt(config, KERNEL.exec(button.className)[1]);
    button.disabled = true;  // a second interrupt would hit what follows the episode
  });
}
connect(100);
