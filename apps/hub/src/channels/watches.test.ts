import { ManualClock } from "@hubwart/core";
import type { DataRecord } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { Watches } from "./watches.ts";

function setup() {
  const clock = new ManualClock();
  const values = [0, 0, 0];
  const names = ["a.p.x", "a.p.y", "b.p.z"];
  const watches = new Watches(clock, (channel) => ({
    chan: names[channel] ?? "",
    value: values[channel],
    quality: 0,
    last: 0,
    count: 0,
  }));
  watches.rename(names);
  const update = (channel: number, value: number) => {
    values[channel] = value;
    watches.observe(channel);
  };
  const watcher = () => {
    const batches: DataRecord[][] = [];
    return { busy: false, batches, send: ({ records }: { records: DataRecord[] }) => batches.push(records) };
  };
  return { clock, watches, update, watcher };
}

const shown = (batches: DataRecord[][]) =>
  batches.map((batch) => batch.map(({ chan, value }) => `${chan}=${String(value)}`));

describe("Watches", () => {
  it("sends each watcher the newest value of what it named, four times a second", () => {
    const { clock, watches, update, watcher } = setup();
    const [one, all] = [watcher(), watcher()];
    watches.set(one, ["a.*"]);
    watches.set(all, ["*"]);
    for (let i = 1; i <= 100; i += 1) {
      update(0, i);
      update(2, i);
      clock.advance(10);
    }
    expect(shown(one.batches)).toEqual([["a.p.x=25"], ["a.p.x=50"], ["a.p.x=75"], ["a.p.x=100"]]);
    expect(shown(all.batches)[0]).toEqual(["a.p.x=25", "b.p.z=25"]);
  });

  it("loses nothing that waits when the watcher names other channels", () => {
    const { clock, watches, update, watcher } = setup();
    const one = watcher();
    watches.set(one, ["a.*"]);
    update(0, 1);
    update(1, 1);
    watches.set(one, ["a.p.x", "b.*"]);
    clock.advance(300);
    expect(shown(one.batches)).toEqual([["a.p.x=1"]]);
  });

  it("lets a slow watcher wait and gives it the newest then", () => {
    const { clock, watches, update, watcher } = setup();
    const slow = watcher();
    slow.busy = true;
    watches.set(slow, ["*"]);
    update(0, 1);
    clock.advance(300);
    update(0, 2);
    clock.advance(300);
    expect(slow.batches).toEqual([]);
    slow.busy = false;
    clock.advance(300);
    expect(shown(slow.batches)).toEqual([["a.p.x=2"]]);
  });

  it("sends nothing after it was ended or replaced", () => {
    const { clock, watches, update, watcher } = setup();
    const one = watcher();
    watches.set(one, ["a.p.x"]);
    watches.set(one, ["a.p.y"]);
    update(0, 1);
    clock.advance(300);
    watches.set(one, []);
    update(1, 1);
    clock.advance(300);
    expect(one.batches).toEqual([]);
  });

  it("follows the names when another project is loaded", () => {
    const { clock, watches, update, watcher } = setup();
    const one = watcher();
    watches.set(one, ["b.*"]);
    watches.rename(["b.p.z", "a.p.x"]);
    update(0, 7);
    update(1, 8);
    clock.advance(300);
    expect(one.batches.map((batch) => batch.map(({ value }) => value))).toEqual([[7]]);
  });
});
