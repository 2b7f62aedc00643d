/** A consistent copy of what meters consumed while its owner writes it. */
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { FILE } from "./store.ts";

/** One file, whatever its owner does meanwhile; nothing where there is none. @throws Error of the disk, or for a damaged file */
export function copyEnergy(folder: string, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const file = path.join(folder, FILE);
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000;");
    db.prepare("VACUUM INTO ?").run(path.join(target, FILE));
  } finally {
    db.close();
  }
}
