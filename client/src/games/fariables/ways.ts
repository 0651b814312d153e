// What an option looks like, where it is chosen: a board, as it is printed.
import { at } from "../../lib/net/api";

export const picture = (option: string, value: string): string =>
  option === "board" ? at(`api/tools/fariables/${value}.svg`) : "";
