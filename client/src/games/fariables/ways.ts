// What an option looks like, where it is chosen: a board, as it is printed.
import { resolveUrl } from "../../lib/net/api";

export const picture = (option: string, value: string): string =>
  option === "board" ? resolveUrl(`api/tools/fariables/${value}.svg`) : "";
