/**
 * Names in an archive, held to what can lie below one folder on every kind of disk. One book per archive:
 *
 *     const names = new EntryNames();
 *     const parts = names.take("css/plan.css");      // ["css", "plan.css"]; throws ArchiveRefusal
 */
import { CODES } from "@hubwart/contract";
import { ResultError, wellFormed } from "@hubwart/core";
import { texts } from "./texts.ts";

export const NAME_BYTES = 255;
export const PATH_BYTES = 1_024;
export const DEPTH = 20;
const SHOWN = 120;

/** The archive as a whole is refused. */
export class ArchiveRefusal extends ResultError {
  constructor(message: string, options?: ErrorOptions) {
    super(CODES.archiveRefused, message, options);
  }
}

/** @param why German, follows the name: "ist verschlüsselt" */
export function refused(name: string, why: string): ArchiveRefusal {
  const plain = wellFormed(name.replace(/[\p{Cc}\p{Cf}]/gu, "\u{fffd}"));
  const shown = plain.length > SHOWN ? `${wellFormed(plain.slice(0, SHOWN))}…` : plain;
  return new ArchiveRefusal(texts.entryRefused(shown, why));
}

export class EntryNames {
  /** By the folded path; whether it is a folder, and how it was written first. */
  readonly #seen = new Map<string, { folder: boolean; written: string }>();

  /** @returns the parts of its path */
  take(name: string): string[] {
    const folder = name.endsWith("/");
    const parts = checked(name, folder ? name.slice(0, -1) : name);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const last = depth === parts.length;
      this.#note(name, parts.slice(0, depth).join("/"), !last || folder);
    }
    return parts;
  }

  #note(name: string, written: string, folder: boolean): void {
    const folded = written.normalize("NFC").toLowerCase();
    const seen = this.#seen.get(folded);
    if (!seen) {
      this.#seen.set(folded, { folder, written });
      return;
    }
    if (folder && seen.folder && seen.written === written) return;
    if (folder !== seen.folder) throw refused(name, texts.fileAndFolder);
    throw refused(
      name,
      seen.written === written ? "kommt mehrfach vor" : texts.onlySpelling(seen.written.slice(0, SHOWN)),
    );
  }
}

function checked(name: string, file: string): string[] {
  if (/^[/\\]|^[A-Za-z]:/.test(name)) throw refused(name, texts.absolutePath);
  if (/[\p{Cc}\\]/u.test(name)) throw refused(name, texts.badCharacters);
  const parts = file.split("/");
  if (parts.includes("..")) throw refused(name, texts.leavesFolder);
  if (parts.some((part) => part === "" || part === ".")) throw refused(name, texts.incompletePath);
  if (parts.length > DEPTH) throw refused(name, texts.tooDeep(DEPTH));
  if (parts.some((part) => Buffer.byteLength(part) > NAME_BYTES) || Buffer.byteLength(file) > PATH_BYTES) {
    throw refused(name, texts.nameTooLong);
  }
  return parts;
}
