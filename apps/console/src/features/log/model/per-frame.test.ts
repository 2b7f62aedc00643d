import { afterEach, describe, expect, it, vi } from "vitest";
import { perFrame } from "./per-frame.ts";

afterEach(() => vi.unstubAllGlobals());

function frames() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => {
    last += 1;
    waiting.set(last, paint);
    return last;
  });
  vi.stubGlobal("cancelAnimationFrame", (id: number) => waiting.delete(id));
  return {
    count: () => waiting.size,
    paint: () => {
      const now = [...waiting.values()];
      waiting.clear();
      for (const each of now) each();
    },
  };
}

describe("perFrame", () => {
  it("hands over once per frame, in order, and nothing twice", () => {
    const browser = frames();
    const handed: number[][] = [];
    const bundle = perFrame<number>((items) => handed.push(items));
    bundle.add([1, 2]);
    bundle.add([3]);
    expect([handed, browser.count()]).toEqual([[], 1]);
    browser.paint();
    bundle.add([4]);
    browser.paint();
    expect(handed).toEqual([[1, 2, 3], [4]]);
  });
  it("hands over nothing after its end", () => {
    const browser = frames();
    const handle = vi.fn();
    const bundle = perFrame<number>(handle);
    bundle.add([1]);
    bundle.end();
    browser.paint();
    expect(handle).not.toHaveBeenCalled();
  });
});
