/** Why a process could not start, for the person at the terminal: one German line that says what to do. */
import { errorText } from "./errors.ts";
import { texts } from "./texts.ts";

export function startErrorText(error: unknown): string {
  const facts = error instanceof Error ? (error as NodeJS.ErrnoException & { port?: number }) : undefined;
  const where = facts?.path ?? "";
  switch (facts?.code) {
    case "EADDRINUSE":
      return texts.portTaken(facts.port);
    case "EADDRNOTAVAIL":
      return texts.noBindAddress;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return facts.syscall === "listen" ? texts.portForbidden(facts.port) : texts.notWritable(where);
    case "EISDIR":
    case "EIO":
      return texts.notReadable(where);
    case "EEXIST":
    case "ENOTDIR":
      return texts.noFolder(where);
    case "EMFILE":
    case "ENFILE":
      return texts.tooFewFiles;
    case "ENOSPC":
    case "EDQUOT":
      return texts.diskFull;
    case undefined:
    default:
      return texts.startFailed(errorText(error));
  }
}
