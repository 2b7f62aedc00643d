import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import type { AuditEntry, Store } from "@hubwart/core/store";
import { expect, it } from "vitest";
import { auditTrail } from "./trail.ts";

function bench(fails = false) {
  const written: AuditEntry[] = [];
  const insert = (entry: AuditEntry) => {
    if (fails) throw new Error("no room");
    written.push(entry);
  };
  const sink = new MemoryLogSink();
  const store = { audit: { insert } } as unknown as Store;
  const trail = auditTrail(store, new ManualClock(), createLogger("system", "audit", sink));
  const record = (call: string, code: number) =>
    trail.record({ call, code, address: "192.0.2.1", before: null, after: null });
  return { written, sink, record };
}

it("keeps attempts to sign in apart from changes, and nothing of those where nothing was tried", () => {
  const { written, record } = bench();
  for (const code of [0, 401, 403, 409, 503]) {
    record("login", code);
    record("setInitPwd", code);
    record("ntpSave", code);
  }
  const of = (kind: string) => written.filter((entry) => entry.kind === kind).map((e) => [e.call, e.code]);
  expect(of("attempt")).toEqual([
    ["login", 401],
    ["setInitPwd", 401],
  ]);
  expect(of("change")).toEqual([
    ["login", 0],
    ["setInitPwd", 0],
    ["ntpSave", 0],
    ["ntpSave", 401],
    ["ntpSave", 403],
    ["ntpSave", 409],
    ["ntpSave", 503],
  ]);
});

it("says so where it cannot be written, and the call goes on", () => {
  const { record, sink } = bench(true);
  record("ntpSave", 0);
  expect(sink.entries.map(({ level }) => level)).toEqual(["error"]);
});
