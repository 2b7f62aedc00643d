import { readFile } from "node:fs/promises";
import { UnavailableError } from "@hubwart/core";
import { UsageError } from "./command.ts";
import { texts } from "./texts.ts";
import { systemText } from "./writing.ts";

/** The text of a file without blanks around it. @param what how it is called in errors, with its article */
export async function readSecret(file: string, what: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new UnavailableError(texts.secretUnreadable(what, file, systemText(error)));
  }
  const secret = text.trim();
  if (secret === "") throw new UsageError(texts.fileEmpty(file));
  return secret;
}
