import { ManualClock } from "@hubwart/core";
import type { Store, TokenRow } from "@hubwart/core/store";
import { expect, it } from "vitest";
import { Tokens } from "./tokens.ts";

/** The rows in memory, without waiting for a disk at each. */
function tableOfTokens() {
  const rows = new Map<string, { hash: Uint8Array; token: TokenRow }>();
  const key = (hash: Uint8Array) => Buffer.from(hash).toString("hex");
  const all = () => [...rows.values()].sort((a, b) => b.token.lastUse - a.token.lastUse);
  return {
    all,
    began: () => undefined,
    insert: (hash: Uint8Array, token: TokenRow) => void rows.set(key(hash), { hash, token }),
    find: (hash: Uint8Array) => rows.get(key(hash))?.token,
    delete: (hash: Uint8Array) => void rows.delete(key(hash)),
    tokensOf: (id: string) => all().flatMap(({ hash, token }) => (token.sessionId === id ? [hash] : [])),
  };
}

it("who signs in on and on ends sessions of his own alone, the longest unused first", () => {
  const clock = new ManualClock();
  const store = { sessions: tableOfTokens() } as unknown as Store;
  const tokens = new Tokens(store, clock, () => true);
  const alive = (one: { sessionId: string }) => tokens.alive(one.sessionId);
  const others = [tokens.issue(), tokens.issue(undefined, "anna.1")];
  const bert = Array.from({ length: 1_100 }, () => {
    clock.advance(10);
    return tokens.issue(undefined, "bert.1");
  });
  expect(others.map(alive)).toEqual([true, true]);
  expect(bert.map(alive).indexOf(true)).toBe(1_000);
  const owner = Array.from({ length: 1_000 }, () => {
    clock.advance(10);
    return tokens.issue();
  });
  expect([owner.every(alive), bert.some(alive)]).toEqual([true, false]);
});
