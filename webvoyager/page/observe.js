// All that a view needs of the page, in one round trip.
function observe(withLines) {
  const page = document.scrollingElement || document.documentElement || {scrollTop: 0, scrollHeight: innerHeight};
  const above = page.scrollTop / innerHeight, below = (page.scrollHeight - page.scrollTop - innerHeight) / innerHeight;
  return {url: location.href, title: document.title, marks: marks(), lines: withLines ? lines() : [],
    scroll: [Math.max(0, above), Math.max(0, below)], viewport: [innerWidth, innerHeight]};
}

function faultPage() {
  // What the browser's own error page says, "" on any other page.
  return location.protocol === 'chrome-error:' ? (document.body.innerText.match(/ERR_\w+/) || ['the browser shows an error'])[0] : '';
}
