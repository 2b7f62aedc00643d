/** Why a process could not start, for the person at the terminal: one German line that says what to do. */
import { errorText } from "./errors.ts";

export function startErrorText(error: unknown): string {
  const facts = error instanceof Error ? (error as NodeJS.ErrnoException & { port?: number }) : undefined;
  const where = facts?.path ?? "";
  switch (facts?.code) {
    case "EADDRINUSE":
      return `Port ${facts.port ?? "?"} ist bereits belegt. Bitte beenden Sie das Programm, das ihn benutzt, oder wählen Sie einen anderen (HUBWART_HTTP_PORT, HUBWART_VENDOR_PORT).`;
    case "EADDRNOTAVAIL":
      return "Die Adresse in HUBWART_BIND gibt es auf diesem Gerät nicht.";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return facts.syscall === "listen"
        ? `Für Port ${facts.port ?? "?"} fehlen die Rechte; Ports ab 1024 sind frei wählbar (HUBWART_HTTP_PORT).`
        : `${where || "Der Ordner der Daten"} ist nicht beschreibbar.`;
    case "EISDIR":
    case "EIO":
      return `${where || "Eine Datei des Geräts"} ist nicht lesbar.`;
    case "EEXIST":
    case "ENOTDIR":
      return `${where} ist kein Ordner.`;
    case "EMFILE":
    case "ENFILE":
      return "Der Prozess darf zu wenige Dateien öffnen (ulimit -n, bei systemd LimitNOFILE); es sollen mindestens 1024 sein.";
    case "ENOSPC":
    case "EDQUOT":
      return "Der Speicher des Geräts ist voll.";
    case undefined:
    default:
      return `Start fehlgeschlagen: ${errorText(error)}`;
  }
}
