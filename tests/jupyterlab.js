// Finds what a person sees in an open JupyterLab notebook. tests/jupyterlab.py asks it as [question, ...words].
const [question, kind, name] = arguments;
const every = (selector, root = document) => [...root.querySelectorAll(selector)];
const shows = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
const plain = (words) => (words ?? '').replace(/\s+/g, ' ').trim();
const panel = every('.jp-NotebookPanel').find(shows);
const outputs = () => every('.jp-OutputArea-output', panel)
  .filter((output) => !output.parentElement.closest('.jp-OutputArea-output'));  // the outermost ones

const prompts = () => every('.jp-CodeCell .jp-InputPrompt', panel).map((prompt) => prompt.textContent);

const labelled = (element) => {  // the label beside a widget, and the element's own labels
  const beside = element.closest('.jupyter-widgets')?.querySelector('.widget-label');
  return [beside?.textContent, element.getAttribute('aria-label'), element.placeholder, element.title].map(plain);
};
const icon = (element) => /\bfa-([\w-]+)/.exec(element.querySelector('i.fa')?.className)?.[1];
const worded = (element) => [element.textContent, element.getAttribute('aria-label'), element.title, icon(element)]
  .map(plain);

const KINDS = {
  menu: ['.lm-MenuBar-itemLabel', worded],
  item: ['.lm-Menu-itemLabel', worded],
  button: ['button, jp-button, [role=button], summary, a', worded],
  slider: ['.noUi-handle, input[type=range]', labelled],
  field: ['input[type=text], input[type=search], input[type=number], textarea', labelled],
  list: ['select', labelled],
  line: ['option', (element, part) => (element.textContent.includes(part) ? [part] : [])],
};

function find() {  // the element of that kind and name, in a dialog if one is open
  const [selector, words] = KINDS[kind];
  const root = every('.jp-Dialog').find(shows) ?? document;
  return every(selector, root).find((element) => shows(element) && (!name || words(element, name).includes(name)));
}

const answers = {
  outputs: () => outputs().filter(shows).map((output) => output.innerText).join('\n'),
  pictures: () => outputs().flatMap((output) => every('img', output))
    .filter((image) => shows(image) && image.complete && image.naturalWidth).map((image) => image.src),
  widths: () => outputs().flatMap((output) => every('img', output)).filter(shows).map((image) => image.clientWidth),
  fits: () => {  // whether nothing in the outputs is cut off or has to be scrolled to
    const [whole, screen] = [outputs().find(shows), panel.querySelector('.jp-WindowedPanel-outer, .jp-Notebook')];
    whole.scrollIntoView();
    return whole.scrollWidth <= whole.clientWidth && whole.scrollHeight <= screen.clientHeight;
  },
  files: () => every('.jp-FileBrowser').some(shows),
  failed: () => every('[data-mime-type="application/vnd.jupyter.error"]', panel).map((each) => each.innerText).join(''),
  idle: () => every('.jp-StatusBar-TextItem').some((item) => /[^|] \| Idle$/.test(plain(item.textContent)))
    && !every('.jp-Spinner').some(shows) && panel && !prompts().some((words) => words.includes('*')),
  ran: () => prompts().every((words) => /\d/.test(words)),
  saved: () => !document.querySelector('.jp-mod-dirty, .jp-mod-current [title*="unsaved"]'),
  place: () => {  // the middle of the element in window pixels, or null if it is covered
    const found = find();
    if (!found || found.disabled) return null;
    found.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = found.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...at);
    return hit && (found.contains(hit) || hit.contains(found)) ? at : null;
  },
  select: () => {  // here `kind` is the list's name and `name` the option
    const list = every('select', panel).find((element) => shows(element) && labelled(element).includes(kind));
    const option = list && [...list.options].find((each) => plain(each.textContent).includes(name));
    if (!option) return false;
    list.value = option.value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  },
};
return answers[question]();
