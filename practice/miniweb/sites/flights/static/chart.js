// Column charts on canvas: values and names are drawn, so they aren't part of the page's text.
function draw(canvas) {
  const narrow = matchMedia('(max-width: 760px)').matches;  // fewer pixels, so that the words stay readable
  if (narrow) canvas.width = 700;
  const pen = canvas.getContext('2d'), {width, height} = canvas;
  const names = canvas.dataset.chart.split('|'), values = canvas.dataset.values.split('|').map(Number);
  const unit = canvas.dataset.unit, tell = value => unit === '$' ? `$${value}` : `${value}${unit}`;
  const left = narrow ? 70 : 96, right = width - 4, step = (right - left) / values.length;
  const top = 34, bottom = height - (narrow ? 80 : 62);
  const scale = [10, 20, 25, 50, 100, 200, 250, 500].find(size => Math.max(...values) / size <= 5) || 1000;
  const most = unit === '%' ? 100 : Math.ceil(Math.max(...values) * 1.06 / scale) * scale;
  const y = value => bottom - (bottom - top) * value / most;
  pen.clearRect(0, 0, width, height);
  pen.font = `${narrow ? 21 : 25}px "DejaVu Sans Condensed", Verdana, sans-serif`;
  pen.textBaseline = 'middle';
  for (let line = 0; line <= most; line += scale) {
    pen.fillStyle = '#586878';
    pen.textAlign = 'right';
    pen.fillText(tell(line), left - 12, y(line));
    pen.fillStyle = '#dde5ee';
    pen.fillRect(left, y(line), right - left, 2);
  }
  values.forEach((value, n) => {
    const middle = left + step * (n + .5), half = Math.min(34, step * .32);
    pen.fillStyle = n === values.length - 1 ? '#0b66c3' : '#8db9e6';
    pen.beginPath();
    pen.roundRect(middle - half, y(value), 2 * half, bottom - y(value), [10, 10, 0, 0]);
    pen.fill();
    pen.fillStyle = '#14233a';
    pen.textAlign = 'center';
    pen.fillText(tell(value), middle, y(value) - 18);
    pen.fillStyle = '#586878';
    const words = narrow ? names[n].split(' ') : [names[n]];
    words.forEach((word, line) => pen.fillText(word, middle, bottom + 28 + 26 * line));
  });
}
document.querySelectorAll('canvas[data-chart]').forEach(draw);
