import { createLogger, ManualClock, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EngineLink } from "./link.ts";
import { PullTrust } from "./pull-trust.ts";

let pems: string[];
let given: string[][];
let refuse: Error | undefined;
let available: boolean;
let clock: ManualClock;
let scope: Scope;
let changed: () => Promise<void>;
let linkChanged: () => void;

beforeEach(() => {
  pems = ["a"];
  given = [];
  refuse = undefined;
  available = true;
  clock = new ManualClock();
  scope = new Scope();
  const addOns = {
    trust: async (all: string[]) => {
      if (refuse) throw refuse;
      given.push(all);
    },
  };
  const link = {
    get available() {
      return available;
    },
    get: () => addOns,
    onChange: (handler: () => void) => {
      linkChanged = handler;
      return () => undefined;
    },
  };
  const authorities = {
    pems: () => pems,
    onChange: (handler: () => Promise<void>) => {
      changed = handler;
      return () => undefined;
    },
  };
  new PullTrust({
    authorities,
    link: link as unknown as EngineLink,
    clock,
    scope,
    log: createLogger("system", "container", new MemoryLogSink()),
  }).start();
});
afterEach(() => scope.end());

it("hands them over once the engine is there, and each change before it is answered", async () => {
  linkChanged();
  linkChanged();
  await changed();
  expect(given).toEqual([["a"]]);
  pems = [];
  await changed();
  expect(given).toEqual([["a"], []]);
});

it("waits for the engine, and hands them over anew when it was away", async () => {
  available = false;
  await changed();
  expect(given).toEqual([]);
  available = true;
  linkChanged();
  await changed();
  expect(given).toEqual([["a"]]);
  available = false;
  await changed();
  available = true;
  await changed();
  expect(given).toEqual([["a"], ["a"]]);
});

it("does not fail a change of the authorities, and tries again", async () => {
  refuse = new UnavailableError("away");
  await changed();
  refuse = undefined;
  clock.advance(30_000);
  await changed();
  expect(given).toEqual([["a"]]);
});
