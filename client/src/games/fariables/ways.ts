// Pictures of option values: the boards.
import { resolveUrl } from "../../lib/net/api";

export const picture = (option: string, value: string): string =>
  option === "board" ? resolveUrl(`api/tools/fariables/${value}.svg`) : "";
