import { describe, expect, it } from "vitest";
import { UnavailableError } from "./errors.ts";
import { FairQueue } from "./fair-queue.ts";

/** Tasks end by hand; `order` has who was started. */
function bench(total = 8, perCaller = 3) {
  const queue = new FairQueue({ total, perCaller });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const run = (caller: string, known = false) => {
    const task = () => {
      order.push(caller);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    return queue.run(caller, task, known).then(
      () => "done",
      (error: unknown) => (error instanceof UnavailableError ? "refused" : String(error)),
    );
  };
  const finish = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { run, order, finish };
}

describe("turns", () => {
  it("go round over callers, one task at a time", async () => {
    const { run, order, finish } = bench();
    const all = ["a", "a", "a", "b", "c"].map((caller) => run(caller));
    expect(order).toEqual(["a"]);
    await finish(5);
    expect(order).toEqual(["a", "a", "b", "c", "a"]);
    expect(await Promise.all(all)).toEqual(all.map(() => "done"));
  });

  it("of who is known come first", async () => {
    const { run, order, finish } = bench();
    void ["x", "a", "b"].map((caller) => run(caller));
    void run("known", true);
    await finish(4);
    expect(order).toEqual(["x", "known", "a", "b"]);
  });

  it("are refused to a caller that has all his places waiting, and to him alone", async () => {
    const { run, finish } = bench();
    void run("a");
    const own = [run("a"), run("a"), run("a")];
    expect(await run("a")).toBe("refused");
    const other = run("b");
    await finish(5);
    expect(await Promise.all([...own, other])).toEqual(["done", "done", "done", "done"]);
  });

  it("when all places are taken go to who has none, from who has most", async () => {
    const { run, order, finish } = bench(4, 3);
    void run("first");
    const a = [run("a"), run("a"), run("a")];
    const b = run("b");
    const mine = run("me");
    expect(await a[2]).toBe("refused");
    await finish(6);
    expect([await b, await mine, order.at(-1)]).toEqual(["done", "done", "a"]);
  });

  it("when each place has another caller are refused to strangers, but not to who is known", async () => {
    const { run, order, finish } = bench(3, 3);
    void run("first");
    const held = ["a", "b", "c"].map((caller) => run(caller));
    expect(await run("d")).toBe("refused");
    const mine = run("me", true);
    expect(await held[0]).toBe("refused");
    await finish(5);
    expect([await mine, order]).toEqual(["done", ["first", "me", "b", "c"]]);
  });

  it("go on after a task that fails", async () => {
    const queue = new FairQueue({ total: 2, perCaller: 2 });
    await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run("a", () => Promise.resolve(7))).toBe(7);
  });
});
