import { describe, expect, it } from "vitest";
import {
  IDLE,
  isFinal,
  isSent,
  outcomeOf,
  RUN_PHASES,
  type RunAnswer,
  type RunState,
  reduceRun,
} from "./run-state.ts";

const answer = (more: Partial<RunAnswer> = {}): RunAnswer => ({
  code: 0,
  old_hash: "a",
  new_hash: "b",
  restart: true,
  errors: [],
  ...more,
});
const file = { name: "haus.xlsx", size: 1000 };
const uploading = reduceRun(IDLE, { type: "started", file });
const answered = (mode: "check" | "upload", more: Partial<RunAnswer> = {}) =>
  reduceRun(uploading, { type: "answered", mode, answer: answer(more) });

it("numbers the states as the specification does", () => {
  expect(RUN_PHASES).toEqual({ idle: 0, uploading: 1, done: 2, failed: 3 });
});

it("starts with nothing sent", () => {
  expect(uploading).toEqual({ phase: "uploading", file, sent: 0, total: 1000 });
});

it("counts the bytes of the file, not those of the form around it", () => {
  const at = (sent: number) => reduceRun(uploading, { type: "progress", sent, total: 1200 });
  expect(at(100)).toMatchObject({ sent: 0, total: 1000 });
  expect(at(700)).toMatchObject({ sent: 500, total: 1000 });
  expect(at(1200)).toMatchObject({ sent: 1000, total: 1000 });
});

it("knows when all is sent, also of an empty file", () => {
  expect(isSent({ sent: 999, total: 1000 })).toBe(false);
  expect(isSent({ sent: 1000, total: 1000 })).toBe(true);
  expect(isSent({ sent: 0, total: 0 })).toBe(true);
});

it("fails with the code and message of the specification", () => {
  expect(reduceRun(uploading, { type: "failed", detail: "Warum" })).toEqual({
    phase: "failed",
    file,
    code: 500,
    message: "Hochladen fehlgeschlagen",
    detail: "Warum",
  });
});

it("goes back to the beginning from everywhere", () => {
  for (const state of [uploading, answered("upload"), reduceRun(uploading, { type: "failed", detail: "" })]) {
    expect(reduceRun(state, { type: "reset" })).toEqual({ phase: "idle" });
  }
});

it("waits for the hub only after a restart", () => {
  expect(answered("upload")).toMatchObject({ phase: "done", runtime: { kind: "waiting" } });
  expect(answered("upload", { restart: false })).toMatchObject({ phase: "done", runtime: undefined });
  expect(answered("check")).toMatchObject({ phase: "done", runtime: undefined });
});

it("takes what the hub reports", () => {
  const state = reduceRun(answered("upload"), { type: "runtime", runtime: { kind: "finished" } });
  expect(state).toMatchObject({ phase: "done", runtime: { kind: "finished" } });
});

it("ignores what does not belong to its state", () => {
  const done = answered("check");
  const failed = reduceRun(uploading, { type: "failed", detail: "" });
  const late: [RunState, Parameters<typeof reduceRun>[1]][] = [
    [uploading, { type: "started", file: { name: "zweite.xlsx", size: 1 } }],
    [IDLE, { type: "progress", sent: 1, total: 1 }],
    [IDLE, { type: "answered", mode: "upload", answer: answer() }],
    [IDLE, { type: "failed", detail: "" }],
    [done, { type: "failed", detail: "" }],
    [done, { type: "runtime", runtime: { kind: "finished" } }],
    [failed, { type: "answered", mode: "upload", answer: answer() }],
  ];
  for (const [state, event] of late) expect(reduceRun(state, event)).toBe(state);
});

it("is final when nothing more will come", () => {
  expect(isFinal(IDLE)).toBe(false);
  expect(isFinal(uploading)).toBe(false);
  expect(isFinal(answered("upload"))).toBe(false);
  expect(isFinal(reduceRun(answered("upload"), { type: "runtime", runtime: { kind: "unknown" } }))).toBe(
    true,
  );
  expect(isFinal(answered("check"))).toBe(true);
  expect(isFinal(reduceRun(uploading, { type: "failed", detail: "" }))).toBe(true);
});

describe("outcome", () => {
  it.each([
    ["upload", { new_hash: "a" }, "identical"],
    ["check", { new_hash: "a" }, "identical"],
    ["upload", { restart: true }, "applied"],
    ["upload", { restart: false }, "unchanged"],
    ["check", { restart: true }, "valid"],
    ["check", { restart: false }, "valid"],
    ["upload", { code: 1400 }, "invalid"],
    ["check", { code: 1401 }, "invalid"],
    ["upload", { code: 1999 }, "invalid"],
    ["upload", { code: 1404 }, "put_back"],
    ["upload", { code: 1406 }, "not_started"],
    ["upload", { code: 1601 }, "refused"],
  ] as const)("of %s with %j is %s", (mode, more, kind) => {
    expect(outcomeOf(mode, answer(more))).toBe(kind);
  });
});
