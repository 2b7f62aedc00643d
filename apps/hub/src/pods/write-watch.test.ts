import { describe, expect, it } from "vitest";
import { WriteWatch } from "./write-watch.ts";

const batch = (n: number[], v: unknown[]) => ({ n, v, t: n.map(() => 1) });
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("WriteWatch", () => {
  it("tells what became of a value, and of no other", async () => {
    const watch = new WriteWatch();
    const outcomes: unknown[] = [];
    void watch.expect(1, 20).outcome.then((outcome) => outcomes.push(outcome));
    watch.settled({ n: [1], seq: [4] });
    watch.left(5, batch([1, 2], [19, 20]));
    watch.settled({ n: [1], seq: [5] });
    await settle();
    expect(outcomes).toEqual([]);
    watch.left(6, batch([2, 1], [1, 20]));
    watch.settled({ n: [2], seq: [9] });
    watch.settled({ n: [1], seq: [5] });
    await settle();
    expect(outcomes).toEqual([]);
    watch.settled({ n: [2, 1], seq: [6, 6] });
    await settle();
    expect(outcomes).toEqual([{ state: "written" }]);
  });

  it("says why a value was refused", async () => {
    const watch = new WriteWatch();
    const { outcome } = watch.expect(0, true);
    watch.left(1, batch([0], [true]));
    watch.settled({ n: [0], seq: [1], why: ["zu groß"] });
    expect(await outcome).toEqual({ state: "refused", reason: "zu groß" });
  });

  it("lets a value wait when the pod goes or nobody waits any longer", async () => {
    const watch = new WriteWatch();
    const [a, b] = [watch.expect(0, 1), watch.expect(0, 1)];
    a.forget();
    expect(await a.outcome).toEqual({ state: "waiting" });
    watch.left(1, batch([0], [1]));
    watch.end();
    expect(await b.outcome).toEqual({ state: "waiting" });
  });

  it("keeps a thousand at most", async () => {
    const watch = new WriteWatch();
    for (let i = 0; i < 1_000; i += 1) void watch.expect(i, 1);
    expect(await watch.expect(0, 1).outcome).toEqual({ state: "waiting" });
  });
});
