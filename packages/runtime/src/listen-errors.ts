/** Why a server cannot listen, in German. `where` is address and port, e.g. `127.0.0.1:502`. */
import { texts } from "./texts.ts";

export function listenErrorText(error: NodeJS.ErrnoException, where: string): string {
  const code = error.code ?? error.message;
  switch (code) {
    case "EADDRINUSE":
      return texts.inUse(where);
    case "EACCES":
      return texts.noRight(where);
    case "EADDRNOTAVAIL":
      return texts.noSuchAddress(where);
    default:
      return texts.cannotListen(where, code);
  }
}
