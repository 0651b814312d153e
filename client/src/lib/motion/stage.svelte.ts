// Whether a moment is being shown. Screens that replace the board, such as the end of a game, wait until it is over.
export const stage = $state({ busy: false });
