// The page of a place: its photographs, the total of the chosen rooms, the chart of the months.
const box = document.querySelector('#lightbox'), captions = JSON.parse(document.querySelector('#captions').textContent);
let at = 0;

function show(number) {
  at = (number + captions.length) % captions.length;
  box.querySelector('img').src = box.querySelector('img').src.replace(/\d+\.svg$/, `${at}.svg`);
  box.querySelector('p').textContent = `${at + 1} of ${captions.length} · ${captions[at]}`;
  if (!box.open) box.showModal();
}
for (const button of document.querySelectorAll('[data-photo]')) {
  button.onclick = () => show(Number(button.dataset.photo));
}
const [back, on, close] = box.querySelectorAll('button');
back.onclick = () => show(at - 1);
on.onclick = () => show(at + 1);
close.onclick = () => box.close();

const sum = document.querySelector('#sum');
function add() {
  const lists = [...document.querySelectorAll('[data-total]')];
  const chosen = lists.map(list => [Number(list.value), Number(list.dataset.total)]);
  const rooms = chosen.reduce((all, [number]) => all + number, 0);
  const total = chosen.reduce((all, [number, price]) => all + number * price, 0);
  const amount = sum.dataset.sign + total.toLocaleString('en-GB');
  sum.innerHTML = rooms ? `${rooms} room${rooms > 1 ? 's' : ''}: <b>${amount}</b>` : 'No room chosen yet';
}
if (sum) {
  for (const list of document.querySelectorAll('[data-total]')) list.addEventListener('change', add);
  add();
}

async function chart(canvas) {
  const prices = await (await fetch(`/p/${canvas.dataset.slug}/months`)).json();
  const pen = canvas.getContext('2d'), top = Math.max(...prices), step = canvas.width / 12;
  pen.textAlign = 'center';
  prices.forEach((price, month) => {
    const tall = 138 * price / top, x = month * step + 6, y = 172 - tall;
    pen.fillStyle = '#6fb8b2';
    pen.beginPath();
    pen.roundRect(x, y, step - 12, tall, [8, 8, 0, 0]);
    pen.fill();
    pen.fillStyle = '#17343a';
    pen.font = '600 14px sans-serif';
    pen.fillText(price, x + step / 2 - 6, y - 8);
    pen.fillStyle = '#5b7479';
    pen.font = '13px sans-serif';
    pen.fillText('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month], x + step / 2 - 6, 191);
  });
}
chart(document.querySelector('#months'));
