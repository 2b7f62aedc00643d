import { readFile } from "node:fs/promises";
import { errorText, isMissing, UnavailableError } from "@hubwart/core";
import { UsageError } from "./command.ts";

/** The text of a file without blanks around it. @param what how it is called in errors, with its article */
export async function readSecret(file: string, what: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const reason = isMissing(error) ? "Die Datei gibt es nicht." : errorText(error);
    throw new UnavailableError(`${what} in ${file} ist nicht lesbar: ${reason}`);
  }
  const secret = text.trim();
  if (secret === "") throw new UsageError(`Die Datei ${file} ist leer.`);
  return secret;
}
