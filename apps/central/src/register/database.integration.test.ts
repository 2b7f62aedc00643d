/** What a real PostgreSQL refuses, as the central tells it. */
import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { ConflictError, createLogger, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startPostgres } from "../programs/postgres.ts";
import { texts } from "../texts.ts";
import { Database } from "./database.ts";

const folder = useSharedFolder();
const scope = new Scope();
let database: Database;

beforeAll(async () => {
  // PostgreSQL goes through it under an account of its own.
  await chmod(folder(), 0o711);
  const data = path.join(folder(), "data");
  await mkdir(data, { mode: 0o711 });
  const log = createLogger("central", "test", new MemoryLogSink());
  database = await Database.open(await startPostgres(data, { clock: systemClock, log, scope }), log, scope);
});
afterAll(() => scope.end());

it("what belongs to something that was removed meanwhile is a conflict", async () => {
  const saved = database.query("INSERT INTO desired VALUES ('g-gone', '{}')");
  await expect(saved).rejects.toThrow(ConflictError);
  await expect(saved).rejects.toThrow(texts.goneMeanwhile);
});
