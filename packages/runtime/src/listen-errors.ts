/** Why a server cannot listen, in German. `where` is address and port, e.g. `127.0.0.1:502`. */
export function listenErrorText(error: NodeJS.ErrnoException, where: string): string {
  const code = error.code ?? error.message;
  switch (code) {
    case "EADDRINUSE":
      return `${where} ist schon von einem anderen Programm belegt`;
    case "EACCES":
      return `Für ${where} fehlt die Berechtigung; wählen Sie einen Port ab 1024`;
    case "EADDRNOTAVAIL":
      return `Dieses Gerät hat die Adresse von ${where} nicht`;
    default:
      return `Auf ${where} lassen sich keine Verbindungen annehmen (${code})`;
  }
}
