// What the cursor over an element says about it. Runs in the isolated world, at each question
// (questions.js).

// The cursors over what can be used.
export const HAND = /^(pointer|grab|move|text|zoom-in|zoom-out|[a-z]+-resize)/;

export const cursorOf = element => (element ? getComputedStyle(element).cursor : '');
export const showsHand = element => HAND.test(cursorOf(element));
