// The first module of every injected script, in any world: what comes in, and how an answer goes
// out.
//
// A script is a function of one parameter, `json`. Python (scripts.py) calls it with a JSON text of
// the values below; no value is ever written into JavaScript source.
const values = JSON.parse(json);

// The names of our events begin with this. With these events, the isolated world asks preload.js in
// the page's own world. The prefix is secret: a page can neither hear nor send such events.
export const CHANNEL = values.channel;

// For preload.js: whether pages may open tabs.
export const TABS = values.tabs;

// For questions.js and rest.js: the arguments of the question.
export const ARGUMENTS = values.arguments;

// For questions.js in a frame of another origin: where its document lies on the screen
// (places.js). Null in the top page.
export const PLACE = values.place;

// For questions.js: whether documents that have no host (blob:, data:, file:) stay closed, as they
// do under a list of allowed hosts.
export const CLOSED = values.closed;

// What a script returns: its answer as a JSON text, then the windows of frames of other origins
// that the answer names by their numbers.
export const reply = (answer, windows = []) => [JSON.stringify(answer ?? null), ...windows];
