import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { PoolClient } from "pg";
import { beforeEach, expect, it } from "vitest";
import { AuditRetention, type AuditRetentionParts } from "./audit-retention.ts";

/** What only PostgreSQL itself can show is in `audit-retention.integration.test.ts`. */
let inside: string[];
let asked: object[];
let rows: { at: string }[];
let attempts: object[];
beforeEach(() => {
  [inside, asked, rows, attempts] = [[], [], [{ at: "7" }, { at: "5" }], []];
});

function open(more: Partial<AuditRetentionParts> = {}): AuditRetention {
  const query = async (text: string, values: unknown[]) => {
    inside.push(`${text.split(" ")[0]} ${text.startsWith("INSERT") ? String(values[5]) : String(values[0])}`);
    return { rows: text.startsWith("DELETE") ? rows : [] };
  };
  return new AuditRetention({
    database: {
      query: async (text) =>
        (text.includes("OFFSET") ? attempts : [{ oldest: "5", newest: "900" }]) as Record<string, string>[],
      all: async (work) => await work({ query } as unknown as PoolClient),
    },
    ageing: {
      bound: async (given) => {
        asked.push(given);
        return 8.5;
      },
    },
    days: 100,
    clock: new ManualClock(),
    log: createLogger("central", "test", new MemoryLogSink()),
    scope: new Scope(),
    ...more,
  });
}

it("asks for the bound by what there is, and writes what went down in the same transaction", async () => {
  await open().run();
  expect(asked).toEqual([{ oldest: 5, newest: 900, keep: 100 * 86_400_000 }]);
  expect(inside).toEqual(["DELETE 8", 'INSERT {"why":"age","entries":2,"from":5,"to":7}']);
});
it("writes nothing where nothing went", async () => {
  rows = [];
  await open().run();
  expect(inside).toEqual(["DELETE 8"]);
});
it("removes nothing where the age lets nothing go, or nothing is to go by it", async () => {
  await open({ ageing: { bound: async () => undefined } }).run();
  await open({ days: undefined }).run();
  expect(inside).toEqual([]);
});
it("counts attempts without a clock", async () => {
  attempts = [{ id: "41" }];
  await open({ days: undefined }).run();
  expect(inside.at(-1)).toContain('"why":"attempts"');
});
