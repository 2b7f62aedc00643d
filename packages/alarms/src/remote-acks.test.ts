import { ManualClock, NotFoundError } from "@hubwart/core";
import { expect, it } from "vitest";
import { Links } from "./links.ts";
import { RemoteAcks } from "./remote-acks.ts";
import { alarm, FakeDisk, stage } from "./testing/stage.ts";

const DAY = 24 * 3_600_000;
const people = {
  named: (way: string) => `<${way}>`,
  sender: (pod: string, from: string) => `${pod}: ${from}`,
};

function linksOn(disk: FakeDisk, clock: ManualClock, secret = "s") {
  const { changes } = stage({ alarms: [], disk, clock });
  return new Links({ kept: disk.kept, changes, clock, secret: () => secret });
}

it("makes one link of one message, found again after a restart, and by its own device only", () => {
  const disk = new FakeDisk();
  const clock = new ManualClock();
  const links = linksOn(disk, clock);
  const token = links.make("4-7", "email.mail#a", [4, 5]);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(links.make("4-7", "email.mail#a", [4])).toBe(token);
  expect(links.make("4-8", "email.mail#a", [4])).not.toBe(token);
  expect(linksOn(disk, clock).find(token)).toMatchObject({ way: "email.mail#a", nrs: [4, 5] });
  expect(linksOn(disk, clock, "other").find(token)).toBeUndefined();
  for (const guess of ["", "4-7", token.slice(1), "__proto__"]) expect(links.find(guess)).toBeUndefined();
  expect(JSON.stringify(disk.kept.links)).not.toContain(token);
});

it("holds for a week, also after a clock that leapt ahead and came back", () => {
  const disk = new FakeDisk();
  const clock = new ManualClock();
  const links = linksOn(disk, clock);
  const token = links.make("1-1", "email.mail", [1]);
  clock.jump(10 * 365 * DAY);
  expect(links.find(token)).toBeUndefined();
  links.make("2-2", "email.mail", [2]);
  clock.jump(-10 * 365 * DAY);
  expect(links.find(token)).toBeDefined();
  clock.advance(7 * DAY);
  expect(links.find(token)).toBeDefined();
  clock.advance(1);
  expect(links.find(token)).toBeUndefined();
});

it("keeps two thousand, the newest", () => {
  const disk = new FakeDisk();
  const links = linksOn(disk, new ManualClock());
  const tokens = Array.from({ length: 2_001 }, (_, n) => links.make(`${n}-${n}`, "email.mail", [n]));
  expect(links.find(tokens[0] ?? "")).toBeUndefined();
  expect(links.find(tokens[1] ?? "")).toBeDefined();
  expect(disk.kept.links).toHaveLength(2_000);
});

function plant() {
  const at = stage({ alarms: [alarm(), alarm({ id: "b", enable: "bus.x.on" })] });
  at.value("bus.x.on", false);
  at.temp(30);
  const links = new Links({ kept: at.disk.kept, changes: at.changes, clock: at.clock, secret: () => "s" });
  return { ...at, links, acks: new RemoteAcks(at.engine, links, people) };
}

it("acknowledges by a link what it is for, once, and says who", () => {
  const { acks, disk, engine, links, states } = plant();
  const nr = [...engine.records].find(({ id }) => id === "a")?.nr ?? 0;
  const token = links.make("1-1", "email.mail#a", [nr, 999]);
  expect(acks.look({ token })).toMatchObject({ count: 2, alarms: [{ nr, state: "unacked" }] });
  const result = acks.byLink({ token, address: "10.0.0.7" });
  expect(result).toMatchObject({ done: [nr], by: "Link an <email.mail#a> (10.0.0.7)", alarms: [{ nr }] });
  expect(states()).toMatchObject({ a: "acked" });
  expect(disk.events.findLast(({ what }) => what === "acked")?.by).toBe(result.by);
  expect(acks.byLink({ token, address: "" })).toMatchObject({ done: [] });
  expect(acks.look({ token }).used).toBeTypeOf("number");
  expect(() => acks.look({ token: "x" })).toThrow(NotFoundError);
  expect(() => acks.byLink({ token: "x", address: "" })).toThrow(NotFoundError);
});

it("acknowledges by chat those named, or all that people hear of", () => {
  const { acks, states } = plant();
  expect(acks.byChat({ nrs: [99], pod: "chat.haus", from: "anna" })).toEqual({
    done: [],
    by: "chat.haus: anna",
  });
  expect(acks.byChat({ nrs: "all", pod: "chat.haus", from: "anna" }).done.map(({ text }) => text)).toEqual([
    "bus.x.temp über 20",
  ]);
  expect(states()).toEqual({ a: "acked", b: "unacked" });
});

it("is used by then, also where the same alarm has to be acknowledged once more", () => {
  const at = stage({ alarms: [alarm({ ack: "both" })] });
  at.temp(30);
  const links = new Links({ kept: at.disk.kept, changes: at.changes, clock: at.clock, secret: () => "s" });
  const acks = new RemoteAcks(at.engine, links, people);
  const token = links.make("1-1", "email.mail", [1]);
  expect(acks.byLink({ token, address: "" }).done).toEqual([1]);
  at.temp(10);
  expect(at.states()).toEqual({ a: "returned" });
  expect(acks.byLink({ token, address: "" }).done).toEqual([]);
  expect(at.states()).toEqual({ a: "returned" });
});
