// What is being shown just now. A screen that would take the board away (the end of a game) waits until this is over.
export const stage = $state({ busy: false });
