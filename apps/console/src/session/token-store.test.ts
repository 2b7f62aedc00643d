import { LIMITS } from "@hubwart/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type TokenChange, tokenStore } from "./token-store.ts";

const KEY = "hubwart.session";
const ends: (() => void)[] = [];

function listen(): TokenChange[] {
  const heard: TokenChange[] = [];
  ends.push(tokenStore.subscribe((change) => heard.push(change)));
  return heard;
}
/** What the browser does in this tab when another one writes. */
function otherTab(newValue: string | null): void {
  const oldValue = localStorage.getItem(KEY);
  if (newValue === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key: KEY, oldValue, newValue }));
}

afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

describe("the stored token", () => {
  it("is absent from the moment its last use is five minutes old", () => {
    tokenStore.store("t", 1_000);
    expect(tokenStore.read(1_000 + LIMITS.tokenIdle - 1)).toBe("t");
    expect(tokenStore.read(1_000 + LIMITS.tokenIdle)).toBeUndefined();
    expect(tokenStore.remaining(1_000 + LIMITS.tokenIdle - 400)).toBe(400);
    expect(tokenStore.remaining(1_000 + LIMITS.tokenIdle)).toBe(0);
  });

  it("lives five minutes longer after each use, but a use does not make it newer", () => {
    tokenStore.store("t", 0);
    tokenStore.touch("t", 200_000);
    expect(tokenStore.read(200_000 + LIMITS.tokenIdle - 1)).toBe("t");
    expect(tokenStore.age(250_000)).toBe(250_000);
  });

  it("is not touched by an answer to a token that was replaced", () => {
    tokenStore.store("old", 0);
    tokenStore.store("new", 1_000);
    tokenStore.touch("old", 100_000);
    expect(tokenStore.read(1_000 + LIMITS.tokenIdle)).toBeUndefined();
  });

  it("outlives its refusal while it is being replaced", async () => {
    tokenStore.store("old");
    const heard = listen();
    await tokenStore.replace(async () => {
      expect(tokenStore.isReplaced("old")).toBe(true);
      tokenStore.clear("rejected");
      return "new";
    });
    expect([tokenStore.read(), tokenStore.isReplaced("old"), tokenStore.isReplaced("new")]).toEqual([
      "new",
      true,
      false,
    ]);
    expect(heard).toEqual([{ present: true }]);
    tokenStore.clear("rejected");
    expect(tokenStore.read()).toBeUndefined();
  });

  it("ends if it was refused and the replacement failed", async () => {
    tokenStore.store("old");
    const failed = tokenStore.replace(() => {
      tokenStore.clear("rejected");
      return Promise.reject(new Error("no"));
    });
    await expect(failed).rejects.toThrow("no");
    expect(tokenStore.read()).toBeUndefined();
  });

  it("writes its use at most once a second", () => {
    tokenStore.store("t", 0);
    const write = vi.spyOn(Storage.prototype, "setItem");
    for (let now = 0; now < 3_000; now += 100) tokenStore.touch("t", now);
    expect(write).toHaveBeenCalledTimes(2);
    write.mockRestore();
  });

  it.each(["", "null", "{", "[]", '{"token":""}', '{"token":"x"}', '{"token":1,"used":0,"renewed":0}'])(
    "is absent when the storage holds %j",
    (text) => {
      localStorage.setItem(KEY, text);
      expect(tokenStore.read()).toBeUndefined();
    },
  );

  it("is read from storage at every call, so that another tab's is used at once", () => {
    tokenStore.store("mine");
    const now = Date.now();
    localStorage.setItem(KEY, JSON.stringify({ token: "theirs", used: now, renewed: now }));
    expect(tokenStore.read()).toBe("theirs");
  });

  it("works for the life of the page where storage is forbidden", () => {
    const write = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    tokenStore.store("t");
    expect(tokenStore.read()).toBe("t");
    tokenStore.clear("rejected");
    expect(tokenStore.read()).toBeUndefined();
    write.mockRestore();
  });
});

describe("changes", () => {
  it("tell a logout from an end that leaves the page open", () => {
    const heard = listen();
    tokenStore.store("t");
    tokenStore.clear("idle");
    tokenStore.store("t");
    tokenStore.clear("logout");
    expect(heard).toEqual([
      { present: true },
      { present: false, reason: "idle" },
      { present: true },
      { present: false, reason: "logout" },
    ]);
    expect(tokenStore.read()).toBeUndefined();
  });

  it("in another tab are heard: sign-in, refresh, end, logout; mere use is not", () => {
    const heard = listen();
    const entry = (token: string, used: number) => JSON.stringify({ token, used, renewed: 1 });
    otherTab(entry("a", 1));
    otherTab(entry("a", 2));
    otherTab(entry("b", 3));
    otherTab(null);
    otherTab("logout");
    expect(heard).toEqual([
      { present: true },
      { present: true },
      { present: false, reason: "rejected" },
      { present: false, reason: "logout" },
    ]);
  });
});
