/** How the change log of a central ages, in a real PostgreSQL. */
import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import {
  Ageing,
  createLogger,
  ManualClock,
  MemoryLogSink,
  Scope,
  systemClock,
  UnavailableError,
} from "@hubwart/core";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startPostgres } from "../programs/postgres.ts";
import { Audit } from "./audit.ts";
import { AuditRetention, MOST_ATTEMPTS } from "./audit-retention.ts";
import { Database } from "./database.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 28);
const folder = useSharedFolder();
const log = createLogger("central", "test", new MemoryLogSink());
const whole = new Scope();
let database: Database;
let scope: Scope;
let clock: ManualClock;
let audit: Audit;
let retention: AuditRetention;

beforeAll(async () => {
  // PostgreSQL goes through it under an account of its own.
  await chmod(folder(), 0o711);
  const data = path.join(folder(), "data");
  await mkdir(data, { mode: 0o711 });
  const config = await startPostgres(data, { clock: systemClock, log, scope: whole });
  database = await Database.open(config, log, whole);
});
afterAll(() => whole.end());
beforeEach(async () => {
  await scope?.end();
  await database.query("TRUNCATE audit");
  [scope, clock] = [new Scope(), new ManualClock(START)];
  audit = new Audit(database, clock);
  retention = await open(100);
});

async function open(days: number | undefined, given: Pick<Database, "all" | "query"> = database) {
  const ageing = await Ageing.open({ clock, synchronised: () => true });
  return new AuditRetention({ database: given, ageing, days, clock, log, scope });
}
const put = (age: number, call = "centralSites", code = 0) =>
  database.query(
    "INSERT INTO audit (at, who, address, call, code, detail) VALUES ($1, 'Anna', '', $2, $3, '{}')",
    [clock.now() - age, call, code],
  );
/** The clock goes on, and it is looked each hour. */
async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    // Without the timers: the test waits for each look.
    clock.advance(HOUR);
    await retention.run();
  }
}
const entries = async () => await audit.list(500);
const removals = async () => (await entries()).filter(({ call }) => call === "auditRemoved");

describe("entries of a change log", () => {
  it("go when they are too old, and an entry says how many of which time", async () => {
    const old = [100 * DAY + 2 * HOUR, 100 * DAY + 90 * 60_000];
    for (const age of old) await put(age);
    await put(99 * DAY);
    await put(0);
    await hours(30);
    const left = await entries();
    expect(left.filter(({ call }) => call === "centralSites")).toHaveLength(2);
    const told = (await removals()).map(
      ({ detail }) => detail as { entries: number; from: number; why: string },
    );
    expect(told.reduce((sum, one) => sum + one.entries, 0)).toBe(2);
    expect(told.at(-1)).toMatchObject({ why: "age", from: START - 100 * DAY - 2 * HOUR });
  });
  it("stay where the clock is ahead for half a minute, or has just jumped", async () => {
    await put(99 * DAY);
    await put(0);
    await hours(2);
    clock.jump(40 * DAY);
    clock.advance(15_000);
    await put(0);
    await retention.run();
    clock.advance(15_000);
    clock.jump(-40 * DAY);
    await retention.run();
    await hours(1);
    expect((await entries()).filter(({ call }) => call === "centralSites")).toHaveLength(3);
    expect(await removals()).toEqual([]);
  });
  it("go a day in a day while it stays ahead, so that who notices loses little", async () => {
    for (let age = 1; age < 90; age += 1) await put(age * DAY);
    clock.jump(80 * DAY);
    await put(0);
    await hours(49);
    const gone = 90 - (await entries()).filter(({ call }) => call === "centralSites").length;
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThanOrEqual(3);
  });
  it("stay for ever where somebody wants that", async () => {
    retention = await open(undefined);
    await put(9_000 * DAY);
    await put(0);
    await hours(30);
    expect(await entries()).toHaveLength(2);
  });
  it("all stay where their removal could not be written down", async () => {
    await put(101 * DAY);
    await put(0);
    const failing: Pick<Database, "all" | "query"> = {
      query: (...given) => database.query(...given),
      all: (work) =>
        database.all((client) => {
          const query = async (text: string, values: unknown[]) => {
            if (text.startsWith("INSERT")) throw new UnavailableError("full");
            return await client.query(text, values);
          };
          return work({ query } as unknown as typeof client);
        }),
    };
    retention = await open(100, failing);
    await hours(30);
    expect(await entries()).toHaveLength(2);
    retention = await open(100);
    await hours(30);
    expect((await entries()).map(({ call }) => call)).toEqual(["auditRemoved", "centralSites"]);
  });
});

describe("attempts to sign in", () => {
  it("are bounded by their number, whatever the clock says, and push out nothing else", async () => {
    await put(0);
    await put(0, "centralSignIn", 0);
    await database.query(
      `INSERT INTO audit (at, who, address, call, code, detail)
       SELECT $1, '', '', 'centralSignIn', 401, '{}' FROM generate_series(1, $2::int)`,
      [clock.now(), MOST_ATTEMPTS + 7],
    );
    await put(0, "centralRolloutBegin", 503);
    await retention.run();
    const count = async (where: string) =>
      Number((await database.query(`SELECT count(*) AS n FROM audit WHERE ${where}`))[0]?.["n"]);
    expect(await count("call = 'centralSignIn' AND code <> 0")).toBe(MOST_ATTEMPTS);
    expect(await count("call IN ('centralSites', 'centralRolloutBegin')")).toBe(2);
    expect(await count("call = 'centralSignIn' AND code = 0")).toBe(1);
    expect(await removals()).toMatchObject([{ detail: { why: "attempts", entries: 7 } }]);
    await retention.run();
    expect(await removals()).toHaveLength(1);
  });
});
