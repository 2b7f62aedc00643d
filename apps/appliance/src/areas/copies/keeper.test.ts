import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { StoreCopy, StoreLoss } from "@hubwart/core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { CopyKeeper } from "./keeper.ts";

const HOUR = 3_600_000;
let clock: ManualClock;
let sink: MemoryLogSink;
let loss: StoreLoss | null;
let made: number[];
let fails: boolean;

function keeper(copies: number[] = []): CopyKeeper {
  const toCopy = (at: number): StoreCopy => ({ name: `state-${at}.db`, at, bytes: 1 });
  return new CopyKeeper({
    store: {
      get loss() {
        return loss;
      },
      copies: () => copies.map(toCopy),
      keepCopy: (_folder, now) => {
        if (fails) throw new Error("database or disk is full");
        if (loss) return undefined;
        made.push(now);
        return toCopy(now);
      },
    },
    folder: "copies",
    clock,
    log: createLogger("system", "copies", sink),
    scope: new Scope(),
  });
}
beforeEach(() => {
  clock = new ManualClock();
  sink = new MemoryLogSink();
  loss = null;
  made = [];
  fails = false;
});

describe("copies of the settings", () => {
  it("are made a minute after the start and every six hours", () => {
    keeper();
    clock.advance(60_000);
    expect(made).toHaveLength(1);
    clock.advance(24 * HOUR);
    expect(made).toHaveLength(5);
  });

  it("are not made anew at each of many starts, but after a clock that was set back they are", () => {
    keeper([clock.now() - HOUR]);
    clock.advance(60_000);
    expect(made).toEqual([]);
    keeper([clock.now() + HOUR]);
    clock.advance(60_000);
    expect(made).toHaveLength(1);
  });

  it("that fail are told and tried again", () => {
    fails = true;
    const watch = keeper();
    clock.advance(60_000);
    expect(watch.findings()).toMatchObject([
      { code: "store-copies", level: 2, text: expect.stringContaining("keine Kopie") },
    ]);
    expect(sink.entries.map(({ msg }) => msg)).toEqual([
      "Die Einstellungen konnten nicht kopiert werden: database or disk is full",
    ]);
    fails = false;
    clock.advance(6 * HOUR);
    expect(made).toHaveLength(1);
    expect(watch.findings()).toEqual([]);
  });

  it.each(["damaged", "missing", "emptied"] as const)("are offered once the database was %s", (kind) => {
    const watch = keeper([clock.now() - HOUR]);
    expect(watch.findings()).toEqual([]);
    loss = { kind, at: clock.now() };
    const [finding] = watch.findings();
    expect(finding).toMatchObject({ code: "store-lost", level: 2, route: "/system/restart" });
    expect(finding?.text).toMatch(
      /^Die Datenbank der Einstellungen .+\. Die Kopie vom .+ kann wiederhergestellt werden\.$/,
    );
    expect(keeper().findings()[0]?.text).toContain("Bitte prüfen Sie die Einstellungen.");
  });
});
