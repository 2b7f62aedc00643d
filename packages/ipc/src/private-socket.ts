/**
 * Listening on a Unix socket that only this account may use: folder 0700, socket 0600. A socket file that
 * nobody answers any more is replaced.
 */
import { chmod, mkdir, unlink } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { ConflictError, isMissing, type Scope, socketAnswers } from "@hubwart/core";
import { texts } from "./texts.ts";

/** @throws ConflictError if another process answers on this socket. */
export async function listenPrivately(file: string, server: net.Server, scope: Scope): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if (await socketAnswers(file)) throw new ConflictError(texts.socketTaken(file));
  try {
    await unlink(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(file, () => {
      server.off("error", reject);
      resolve();
    });
  });
  scope.add(() => new Promise((resolve) => server.close(() => resolve())));
  await chmod(file, 0o600);
}
