// What the page asked the user for and was refused, kept until it is reported. Runs in the page's
// own world, before the page's scripts (preload.js).

let declined = [];

export const noteDeclined = wish => {
  declined[declined.length] = wish;
};

export const takeDeclined = () => {
  const taken = declined;
  declined = [];
  return taken;
};
