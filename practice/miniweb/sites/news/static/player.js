// The player of a video: a picture that moves slowly, with captions that change with time.
const player = document.querySelector('.player'), canvas = player.querySelector('canvas');
const captions = JSON.parse(player.dataset.captions), step = Number(player.dataset.step);
const pen = canvas.getContext('2d'), bar = player.querySelector('input'), clock = player.querySelector('output');
const play = player.querySelector('.play'), picture = new Image();
let at = 0, before = 0, playing = false;

const written = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function draw() {
  const zoom = 1.05 + 0.2 * Math.abs(Math.sin(at / 9)), {width, height} = canvas;
  pen.fillStyle = '#04262c';
  pen.fillRect(0, 0, width, height);
  if (picture.complete && picture.naturalWidth) {
    const shift = (zoom - 1) * width * (0.5 + 0.5 * Math.sin(at / 7));
    pen.drawImage(picture, -shift, (1 - zoom) * height / 2, width * zoom, height * zoom);
  }
  writeCaption(captions[Math.min(captions.length - 1, Math.floor(at / step))]);
}

function writeCaption(text) {
  pen.font = '600 25px Arial, "Liberation Sans", sans-serif';
  pen.textAlign = 'center';
  const wide = Math.min(canvas.width - 30, pen.measureText(text).width + 44);
  pen.fillStyle = 'rgba(0, 0, 0, .78)';
  pen.fillRect((canvas.width - wide) / 2, canvas.height - 74, wide, 48);
  pen.fillStyle = '#fff';
  pen.fillText(text, canvas.width / 2, canvas.height - 41, canvas.width - 60);
}

function show(seconds) {
  at = Math.min(seconds, Number(bar.max));
  bar.value = at;
  clock.textContent = `${written(at)} / ${written(Number(bar.max))}`;
  draw();
}

function tick(now) {
  if (!playing) return;
  show(at + (now - before) / 1000);
  before = now;
  if (at >= Number(bar.max)) return stop();
  requestAnimationFrame(tick);
}

function stop() {
  playing = false;
  play.textContent = 'Play';
}

play.onclick = () => {
  if (playing) return stop();
  playing = true;
  play.textContent = 'Pause';
  if (at >= Number(bar.max)) at = 0;
  before = performance.now();
  requestAnimationFrame(tick);
};
bar.oninput = () => show(Number(bar.value));
for (const chapter of player.querySelectorAll('[data-chapter]')) {
  chapter.onclick = () => { stop(); show(Number(chapter.dataset.chapter) * step); };
}
picture.onload = draw;
picture.src = player.dataset.picture;
show(0);
