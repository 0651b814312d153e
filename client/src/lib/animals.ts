/** The animals that guests can be, in the order in which they are given out. */
export const ANIMALS = ["fox", "owl", "hedgehog", "hare", "frog", "badger", "mouse", "snail", "bee", "moth"];
