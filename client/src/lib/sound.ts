// A stand-in: the shell's own file takes its place.
export function cue(_name: string): void {}
