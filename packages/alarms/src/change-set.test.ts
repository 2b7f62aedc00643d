import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { expect, it } from "vitest";
import { ChangeSet } from "./change-set.ts";
import type { NewEvent } from "./journal.ts";
import { alarm, FakeDisk, stage } from "./testing/stage.ts";

const event = (nr: number): NewEvent => ({
  at: nr,
  what: "raised",
  nr,
  id: "a",
  source: "bus.x.temp",
  priority: 2,
  text: "zu warm",
});

it("holds a bounded number of lines while the disk takes nothing, tries by the clock alone, and says how many are missing", () => {
  const clock = new ManualClock();
  const disk = new FakeDisk();
  const sink = new MemoryLogSink();
  let tries = 0;
  const journal = {
    commit: (change: Parameters<FakeDisk["commit"]>[0]) => {
      tries += 1;
      disk.commit(change);
    },
    renew: () => disk.renew(),
  };
  const changes = new ChangeSet({
    journal,
    clock,
    log: createLogger("alarms.main", "alarms", sink),
    scope: new Scope(),
    stored: () => undefined,
    whole: () => undefined,
  });
  disk.full = true;
  for (let nr = 1; nr <= 41_001; nr += 1) {
    changes.now.events.push(event(nr));
    expect(changes.flush()).toBe(false);
  }
  expect(tries).toBeLessThan(300);
  expect(changes.now.events.length).toBeLessThanOrEqual(21_000);
  disk.full = false;
  clock.advance(5_000);
  expect(changes.trouble).toBeUndefined();
  expect(disk.events.map(({ nr }) => nr)).toEqual(Array.from({ length: 20_981 }, (_, at) => 20_021 + at));
  expect(sink.entries.map(({ msg }) => msg).join("\n")).toContain("fehlen 20.020 Zeilen");
});

it("writes all that stands into a new file where the old one turns out to be damaged", async () => {
  const step = { after: 60_000, ways: ["email.mail"], until: "ack" as const };
  const at = stage({
    alarms: [alarm({ class: "c" }), alarm({ id: "b", source: "bus.x.other" })],
    classes: [{ id: "c", steps: [step] }],
  });
  at.temp(30);
  at.value("bus.x.other", 30);
  const nrs = [...at.engine.records].map(({ nr }) => nr);
  at.engine.ack([nrs[1] ?? 0], "Anna");
  at.engine.shelve([nrs[1] ?? 0], { by: "Anna", why: "Umbau", until: at.clock.now() + 3_600_000 });
  at.disk.damaged = true;
  at.engine.comment(nrs[0] ?? 0, "Anna", "Monteur kommt");
  const next = await at.again();
  expect(next.states()).toEqual({ a: "unacked", b: "acked" });
  expect(next.engine.out.shelved("b")).toMatchObject({ by: "Anna" });
  expect(next.engine.record("a")?.comment?.text).toBe("Monteur kommt");
  next.temp(1);
  next.temp(30);
  expect(next.engine.record("a")?.nr).toBe(3);
});
