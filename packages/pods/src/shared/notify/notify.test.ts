import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, MemoryLogSink } from "@hubwart/core";
import { afterEach, describe, expect, it } from "vitest";
import { Allowance } from "./allowance.ts";
import { digest } from "./digest.ts";
import { MessageQueue } from "./queue.ts";
import { Trigger } from "./trigger.ts";

const rule = (when: "change" | "always" | "above" | "below" | "true" | "bad", more = {}) =>
  new Trigger({ when, limit: 10, hysteresis: 2, after: 60, ...more });

describe("triggers", () => {
  it("change tells another value, not the first", () => {
    const trigger = rule("change");
    expect([1, 1, 2, 2, 1].map((value) => trigger.value(value))).toEqual([
      undefined,
      undefined,
      "raise",
      undefined,
      "raise",
    ]);
  });

  it("above and below tell the passage once, and again only behind the hysteresis", () => {
    const above = rule("above");
    expect([9, 10, 10.5, 12, 9, 8.5, 11, 8, 11].map((value) => above.value(value))).toEqual([
      undefined,
      undefined,
      "raise",
      undefined,
      undefined,
      undefined,
      undefined,
      "clear",
      "raise",
    ]);
    const below = rule("below");
    expect([11, 9, 11.5, 12, 9].map((value) => below.value(value))).toEqual([
      undefined,
      "raise",
      undefined,
      "clear",
      "raise",
    ]);
  });

  it("a switch tells its edges, also one that stands at the start", () => {
    const trigger = rule("true");
    expect([true, true, false, true].map((value) => trigger.value(value))).toEqual([
      "raise",
      undefined,
      "clear",
      "raise",
    ]);
  });

  it("bad tells a value that stays away, not a short gap", () => {
    const trigger = rule("bad");
    expect(trigger.value(5)).toBeUndefined();
    expect([0, 30_000, 59_999].map((now) => trigger.quality(true, now))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(trigger.quality(false, 60_000)).toBeUndefined();
    expect(trigger.quality(true, 61_000)).toBeUndefined();
    expect(trigger.quality(true, 121_000)).toBe("raise");
    expect(trigger.quality(true, 130_000)).toBeUndefined();
    expect(trigger.quality(false, 140_000)).toBe("clear");
  });
});

it("the allowance is one of a sliding hour, per recipient", () => {
  const allowance = new Allowance(2);
  for (const now of [0, 1000]) allowance.use("a", now);
  expect([allowance.left("a", 2000), allowance.left("b", 2000), allowance.free("a", 2000)]).toEqual([
    0, 2, 3_600_000,
  ]);
  expect(allowance.left("a", 3_600_500)).toBe(1);
});

describe("the queue", () => {
  const folders: string[] = [];
  const sink = new MemoryLogSink();
  const log = createLogger("t", "t", sink, () => 0);
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  async function folder(): Promise<string> {
    const made = await mkdtemp(path.join(os.tmpdir(), "queue-"));
    folders.push(made);
    return path.join(made, "mail");
  }
  const message = (text: string, to = "a") => ({ ts: 1, iface: "main", to, chan: "c", subject: "s", text });

  it("keeps its messages in order over a restart, for this account only", async () => {
    const at = await folder();
    const queue = await MessageQueue.open(at, 10, log);
    await Promise.all(["1", "2", "3"].map((text) => queue.add(message(text))));
    await queue.remove(queue.waiting().slice(0, 1));
    const again = await MessageQueue.open(at, 10, log);
    expect(again.waiting("main", "a").map(({ text }) => text)).toEqual(["2", "3"]);
    expect((await again.add(message("4"))).added.id).toBe(4);
    expect((await stat(at)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(at, "000000000004.json"))).mode & 0o777).toBe(0o600);
  });

  it("gives up the oldest when it is full, and files that are no messages", async () => {
    const at = await folder();
    const queue = await MessageQueue.open(at, 2, log);
    await queue.add(message("1"));
    await queue.add(message("2"));
    expect((await queue.add(message("3"))).lost?.text).toBe("1");
    await writeFile(path.join(at, "000000000000.json"), "x");
    await writeFile(path.join(at, "000000000007.json"), '{"ts":1,"iface":"main"');
    await writeFile(path.join(at, "000000000008.json"), '{"ts":1,"iface":"main","to":5}');
    const again = await MessageQueue.open(at, 2, log);
    expect(again.waiting().map(({ text }) => text)).toEqual(["2", "3"]);
    expect((await readdir(at)).length).toBe(3);
    expect(sink.entries.filter(({ level }) => level === "warn").length).toBe(2);
  });

  it("keeps in memory what the disk does not take, and stores it once it does", async () => {
    const at = await folder();
    const queue = await MessageQueue.open(at, 10, log);
    sink.entries.length = 0;
    // Something that is no folder stands in its place: nothing can be written, nor removed.
    await rm(at, { recursive: true });
    await writeFile(at, "");
    await Promise.all(["1", "2", "3"].map((text) => queue.add(message(text))));
    await queue.remove(queue.waiting().slice(0, 1));
    expect(queue.waiting().map(({ text }) => text)).toEqual(["2", "3"]);
    expect(sink.entries.map(({ msg }) => msg)).toEqual([
      expect.stringContaining("lassen sich nicht speichern"),
    ]);
    await rm(at);
    await queue.add(message("4"));
    const again = await MessageQueue.open(at, 10, log);
    expect(again.waiting().map(({ text }) => text)).toEqual(["2", "3", "4"]);
  });

  it("removes later what the disk would not let go, so that nothing is sent twice after a restart", async () => {
    const at = await folder();
    const queue = await MessageQueue.open(at, 10, log);
    const { added } = await queue.add(message("1"));
    const file = path.join(at, "000000000001.json");
    await rm(file);
    await mkdir(file);
    await queue.remove([added]);
    expect(queue.size).toBe(0);
    await rm(file, { recursive: true });
    await writeFile(file, JSON.stringify(message("1")));
    const { added: next } = await queue.add(message("2"));
    await queue.remove([next]);
    expect(await readdir(at)).toEqual([]);
  });
});

const messages = (texts: string[]) =>
  texts.map((text, at) => ({ id: at + 1, ts: at, iface: "m", to: "a", chan: "c", subject: "s", text }));

it("a digest has a line per message", () => {
  const made = digest(messages(["Zeile\n1", "Zeile\n2"]));
  expect(made.subject).toBe("2 Meldungen");
  expect(made.text).toMatch(/Zeile 1\n.*Zeile 2\n$/);
});

it("a line of a digest whose text is too long begins with its subject, which says how much there is", () => {
  const [long] = messages(["x".repeat(900)]);
  const made = digest([
    { ...long, subject: "Dringend: Kessel und 332 weitere" } as never,
    ...messages(["y"]),
  ]);
  expect(made.text).toContain("  Dringend: Kessel und 332 weitere: xxx");
  expect(made.text).toMatch(/x…\n/);
});

it("a digest is no longer than its service takes, and leaves the rest for the next one", () => {
  const waiting = messages(Array.from({ length: 300 }, (_, n) => `Nr. ${n} ${"x".repeat(n)}`));
  const seen: number[] = [];
  while (seen.length < waiting.length) {
    const { messages: taken, text } = digest(waiting.slice(seen.length), 4_096);
    expect(text.length).toBeLessThanOrEqual(4_096);
    for (const { id } of taken) expect(text).toMatch(new RegExp(`Nr\\. ${id - 1}\\b`));
    seen.push(...taken.map(({ id }) => id));
  }
  expect(seen).toEqual(waiting.map(({ id }) => id));
});

it("a digest of one is the message itself", () => {
  const long = messages(["x".repeat(9_000), "y"]);
  expect(digest(long, 500)).toMatchObject({ subject: "s", messages: [{ id: 1 }] });
});
