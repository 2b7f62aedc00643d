import { beforeEach, describe, expect, it, vi } from "vitest";
import { broughtTogether, fileOf, readFile, readList, watchlists } from "./watchlist.ts";

const KEY = "hubwart.watchlist.plant";
const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `a.b.c${i + from}`);

describe("the watchlist", () => {
  beforeEach(() => {
    localStorage.clear();
    watchlists.clear("plant");
    watchlists.clear("other");
  });

  it("takes each channel once and at most 50", () => {
    expect(watchlists.add("plant", "a.b.c0")).toBe("added");
    expect(watchlists.add("plant", "a.b.c0")).toBe("twice");
    for (const name of names(49, 1)) expect(watchlists.add("plant", name)).toBe("added");
    expect(watchlists.add("plant", "one.too.many")).toBe("full");
    expect(watchlists.add("plant", "a.b.c7")).toBe("twice");
    watchlists.remove("plant", "a.b.c7");
    expect(watchlists.add("plant", "one.too.many")).toBe("added");
    expect(watchlists.read("plant").at(-1)).toBe("one.too.many");
  });

  it("is kept for each project", () => {
    watchlists.add("plant", "a.b.c");
    expect(watchlists.read("other")).toEqual([]);
    expect(readList("plant")).toEqual(["a.b.c"]);
    expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toEqual({ project: "plant", channels: ["a.b.c"] });
  });

  it("counts what is broken as empty", () => {
    for (const broken of ["{", "null", "7", '{"channels":5}']) {
      localStorage.setItem(KEY, broken);
      expect(readList("plant")).toEqual([]);
    }
    localStorage.setItem(KEY, '{"channels":["a.b.c","a.b.c",5,"with *"]}');
    expect(readList("plant")).toEqual(["a.b.c"]);
  });

  it("tells of changes, also those of another tab, and keeps the same list between them", () => {
    const changed = vi.fn();
    const stop = watchlists.subscribe(changed);
    watchlists.add("plant", "a.b.c");
    expect(watchlists.read("plant")).toBe(watchlists.read("plant"));
    localStorage.setItem(KEY, JSON.stringify({ channels: ["x.y.z"] }));
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    window.dispatchEvent(new StorageEvent("storage", { key: "hubwart.theme" }));
    expect(watchlists.read("plant")).toEqual(["x.y.z"]);
    expect(changed).toHaveBeenCalledTimes(2);
    stop();
    watchlists.remove("plant", "x.y.z");
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it("is exported and imported, as far as there is room", () => {
    const file = readFile(fileOf("plant", names(40)));
    expect(file).toEqual({ hubwart: "watchlist", project: "plant", channels: names(40) });
    expect(watchlists.addAll("plant", file?.channels ?? [])).toEqual({ added: 40, full: false });
    expect(watchlists.addAll("plant", names(40))).toEqual({ added: 0, full: false });
    expect(watchlists.addAll("plant", names(20, 35))).toEqual({ added: 10, full: true });
    expect(watchlists.read("plant")).toHaveLength(50);
  });

  it("is brought together with the device's: each side's changes count, and nobody's are taken back", () => {
    // First visit: all that is known of either.
    expect(broughtTogether(["mine"], [], ["theirs"])).toEqual({ channels: ["theirs", "mine"], left: 0 });
    // Another browser took one away and added one; this one did too.
    expect(broughtTogether(["b", "c", "mine"], ["a", "b", "c"], ["a", "c", "theirs"])).toEqual({
      channels: ["c", "theirs", "mine"],
      left: 0,
    });
    expect(broughtTogether(names(10, 100), [], names(45))).toEqual({
      channels: [...names(45), ...names(5, 100)],
      left: 5,
    });
  });

  it("knows what the device does not, until it does", () => {
    watchlists.add("plant", "mine");
    watchlists.takeOver("plant", ["theirs", "old"]);
    expect(watchlists.read("plant")).toEqual(["theirs", "old", "mine"]);
    watchlists.remove("plant", "old");
    expect(watchlists.pending("plant")).toEqual({ add: ["mine"], remove: ["old"] });
    watchlists.takeOver("plant", ["theirs", "mine"]);
    expect(watchlists.pending("plant")).toBeUndefined();
    // Somebody takes it away elsewhere.
    watchlists.takeOver("plant", ["theirs"]);
    expect(watchlists.read("plant")).toEqual(["theirs"]);
  });

  it("refuses files that are something else", () => {
    for (const text of [
      "",
      "{}",
      "[]",
      '{"hubwart":"watchlist"}',
      '{"hubwart":"x","project":"p","channels":[]}',
    ]) {
      expect(readFile(text)).toBeUndefined();
    }
  });
});
