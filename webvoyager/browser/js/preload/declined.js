// What the page asked a person for and was declined, until it is reported. In the page's own world,
// before the page's scripts (preload.js).

let declined = [];

export const noteDeclined = wish => {
  declined[declined.length] = wish;
};

export const takeDeclined = () => {
  const taken = declined;
  declined = [];
  return taken;
};
