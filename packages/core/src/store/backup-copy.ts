/**
 * The copy of the database that goes into a backup: without sessions and locks, and without secrets where the backup
 * is not encrypted.
 */
import { DatabaseSync } from "@photostructure/sqlite";
import { type Row, text } from "./rows.ts";

/** Names of fields that hold a secret. */
const SECRET = /pwd|passw|secret|token|api_?key|credential|proof|hash/i;

/** @returns names of the settings that something was taken out of */
export function cleanCopy(file: string, secrets: boolean): string[] {
  const db = new DatabaseSync(file);
  const left: string[] = [];
  try {
    // The copy is one file, whatever happens.
    db.exec("PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; BEGIN IMMEDIATE;");
    db.exec(
      "DELETE FROM session; DELETE FROM session_origin; DELETE FROM second_factor; DELETE FROM person_factor; DELETE FROM passkey; DELETE FROM throttle; DELETE FROM job;",
    );
    if (!secrets) {
      db.exec("DELETE FROM credential");
      for (const row of db.prepare("SELECT name, value FROM setting").all()) {
        const name = text(row as Row, "name");
        const before = text(row as Row, "value");
        const after = JSON.stringify(withoutSecrets(JSON.parse(before)));
        if (after === before) continue;
        db.prepare("UPDATE setting SET value = ? WHERE name = ?").run(after, name);
        left.push(name);
      }
    }
    db.exec("COMMIT; VACUUM;");
  } finally {
    db.close();
  }
  return left;
}

/** @throws Error for a database that is damaged */
export function checkCopy(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const verdict = db.prepare("PRAGMA integrity_check(1)").get() as { integrity_check: string };
    if (verdict.integrity_check !== "ok") throw new Error(`database corruption: ${verdict.integrity_check}`);
  } finally {
    db.close();
  }
}

function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > 16) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && typeof inner === "string" ? "" : withoutSecrets(inner, depth + 1),
    ]),
  );
}
