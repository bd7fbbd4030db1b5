// All that a view needs of the page, in one round trip.
function observe(withLines) {
  const page = document.scrollingElement || document.documentElement || {scrollTop: 0, scrollHeight: innerHeight};
  const above = page.scrollTop / innerHeight, below = (page.scrollHeight - page.scrollTop - innerHeight) / innerHeight;
  return {url: location.href, title: document.title, marks: marks(), lines: withLines ? lines() : [],
    scroll: [Math.max(0, above), Math.max(0, below)], viewport: [innerWidth, innerHeight]};
}
