import { readFile } from "node:fs/promises";
import { errorText, isMissing, UnavailableError } from "@hubwart/core";
import { UsageError } from "./command.ts";
import { texts } from "./texts.ts";

/** The text of a file without blanks around it. @param what how it is called in errors, with its article */
export async function readSecret(file: string, what: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const reason = isMissing(error) ? texts.noSuchFile : errorText(error);
    throw new UnavailableError(texts.secretUnreadable(what, file, reason));
  }
  const secret = text.trim();
  if (secret === "") throw new UsageError(texts.fileEmpty(file));
  return secret;
}
