/**
 * Writes lines to a file of the system, readable by everybody. The second line of defence behind the schemas: whatever
 * reaches this point with a control character in it is a defect and is not written.
 */
import { writeFileAtomic } from "@hubwart/core";

const CONTROL = /\p{Cc}/u;

/** @throws Error if a line holds a control character (tab excepted) */
export function plainText(lines: readonly string[]): string {
  for (const line of lines) {
    if (CONTROL.test(line.replaceAll("\t", "")))
      throw new Error(`a line with a control character is not written: ${JSON.stringify(line)}`);
  }
  return `${lines.join("\n")}\n`;
}

export async function writePlainFile(file: string, content: string | Uint8Array): Promise<void> {
  await writeFileAtomic(file, content, { mode: 0o644 });
}
