import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";

/** sun_path, unix(7). */
const LONGEST_SOCKET = 107;

/** Where a socket of the central lies: `name` in its data folder, or below the system's temporary one where that is too long. */
export function socketFolder(folder: string, name: string, socket: string): string {
  const plain = path.join(folder, name);
  if (Buffer.byteLength(path.join(plain, socket)) <= LONGEST_SOCKET) return plain;
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 12);
  return path.join(os.tmpdir(), `hubwart-central-${os.userInfo().uid}-${hash}`);
}
