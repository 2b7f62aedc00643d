import { CODES, calls } from "@hubwart/contract";
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

it("keeps attempts to sign in and what was refused apart from changes, and nothing of what strangers did not even try", () => {
  const { written, record } = bench();
  const strangers = ["login", "setInitPwd", "oidcFinish", "invitationAccept"];
  for (const code of [0, 400, 401, 403, 404, 409, 503, CODES.forbidden, CODES.storageFull])
    for (const call of [...strangers, "ntpSave"]) record(call, code);
  const of = (kind: string, calls: string[]) =>
    written.filter((entry) => entry.kind === kind && calls.includes(entry.call)).map(({ code }) => code);
  for (const call of strangers)
    expect([call, of("change", [call]), of("attempt", [call]), of("refused", [call])]).toEqual([
      call,
      [0],
      [400, 401, CODES.forbidden, CODES.storageFull],
      [],
    ]);
  expect(of("attempt", ["ntpSave"])).toEqual([]);
  expect(of("refused", ["ntpSave"])).toEqual([400, 401, 403, 404, 409, CODES.forbidden]);
  // What had begun may have done something.
  expect(of("change", ["ntpSave"])).toEqual([0, 503, CODES.storageFull]);
});

it("knows every call that strangers may make", () => {
  const { written, record } = bench();
  const open = Object.entries(calls).filter(([, { access, mutates }]) => mutates && access === "public");
  expect(open.length).toBeGreaterThan(3);
  for (const [call] of open) record(call, 404);
  expect(written).toEqual([]);
});

it("says so where it cannot be written, and the call goes on", () => {
  const { record, sink } = bench(true);
  record("ntpSave", 0);
  expect(sink.entries.map(({ level }) => level)).toEqual(["error"]);
});
