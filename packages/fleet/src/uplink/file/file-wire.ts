/** Offers and pieces over the subject on which the hub asks its central anything. */
import { type FileAnswer, fileAnswer, withBytes } from "../../files.ts";
import type { FileWire } from "./file-feed.ts";

/** @param ask to the central, and what it answers */
export function fileWire(ask: (question: Uint8Array) => Promise<string>): FileWire {
  const asked = async (question: Uint8Array): Promise<FileAnswer> =>
    fileAnswer.parse(JSON.parse(await ask(question)));
  return {
    offer: (head) => asked(Buffer.from(JSON.stringify(head), "utf8")),
    piece: (head, bytes) => asked(withBytes(head, bytes)),
  };
}
