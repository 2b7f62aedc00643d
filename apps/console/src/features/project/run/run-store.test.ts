import { beforeEach, expect, it, vi } from "vitest";
import type { RunAnswer } from "./run-state.ts";
import { createRun, type RunParts, type SendOptions, type SendResult } from "./run-store.ts";
import type { Runtime } from "./watch-runtime.ts";

const file = new File(["inhalt"], "haus.xlsx");
const keep = { use: true, pwd: "geheim" };
const ok: RunAnswer = { code: 0, old_hash: "a", new_hash: "b", restart: true, errors: [] };

function bench() {
  const sends: { options: SendOptions; answer: (result: SendResult) => void }[] = [];
  const watches: ((runtime: Runtime) => void)[] = [];
  const parts = {
    send: vi.fn<RunParts["send"]>(
      (_mode, _file, options) => new Promise((answer) => sends.push({ options, answer })),
    ),
    runtime: vi.fn(() => new Promise<Runtime>((report) => watches.push(report))),
    correct: vi.fn<RunParts["correct"]>(async () => undefined),
    applied: vi.fn(),
    report: vi.fn(),
  };
  const send = (index = 0) => {
    const found = sends[index];
    if (!found) throw new Error("nothing was sent");
    return found;
  };
  return { parts, send, watches };
}
let its = bench();
beforeEach(() => {
  its = bench();
});

it("goes from the file to what the hub reports", async () => {
  const run = createRun("upload", its.parts);
  const phases: string[] = [];
  run.subscribe(() => phases.push(run.state.phase));
  const ended = run.start(file, keep);
  expect(its.parts.send).toHaveBeenCalledWith("upload", file, expect.objectContaining({ store: keep }));
  its.send().options.onProgress(6, 6);
  expect(run.state).toMatchObject({ phase: "uploading", sent: 6, total: 6 });
  its.send().answer({ answer: ok });
  await vi.waitFor(() => expect(its.watches).toHaveLength(1));
  expect(run.state).toMatchObject({ phase: "done", runtime: { kind: "waiting" } });
  expect(its.parts.applied).toHaveBeenCalledOnce();
  expect(its.parts.report).not.toHaveBeenCalled();
  its.watches[0]?.({ kind: "finished" });
  await ended;
  expect(run.state).toMatchObject({ phase: "done", runtime: { kind: "finished" } });
  expect(its.parts.report).toHaveBeenCalledExactlyOnceWith({ kind: "finished" });
  expect(phases).toEqual(["uploading", "uploading", "done", "done"]);
  expect(JSON.stringify(run.state)).not.toContain("geheim");
});

it("asks nothing of the hub after a check, and hands the file on", async () => {
  const run = createRun("check", its.parts);
  const ended = run.start(file, { use: false, pwd: "" });
  its.send().answer({ answer: ok });
  await ended;
  expect(run.state).toMatchObject({ phase: "done", outcome: { kind: "valid" } });
  expect(run.file).toBe(file);
  expect(its.parts.runtime).not.toHaveBeenCalled();
  expect(its.parts.applied).not.toHaveBeenCalled();
});

it("asks nothing of the hub after an upload that needed no restart", async () => {
  const run = createRun("upload", its.parts);
  const ended = run.start(file, keep);
  its.send().answer({ answer: { ...ok, restart: false } });
  await ended;
  expect(run.state).toMatchObject({ phase: "done", outcome: { kind: "unchanged" } });
  expect(its.parts.runtime).not.toHaveBeenCalled();
});

it("fails", async () => {
  const run = createRun("upload", its.parts);
  const ended = run.start(file, keep);
  its.send().answer({ failure: "keine Verbindung" });
  await ended;
  expect(run.state).toMatchObject({ phase: "failed", code: 500, detail: "keine Verbindung" });
});

it("goes back to the form when the session ended", async () => {
  const run = createRun("upload", its.parts);
  const ended = run.start(file, keep);
  its.send().answer({ failure: undefined });
  await ended;
  expect(run.state).toEqual({ phase: "idle" });
});

it("sends one file at a time", async () => {
  const run = createRun("upload", its.parts);
  void run.start(file, keep);
  await run.start(file, keep);
  expect(its.parts.send).toHaveBeenCalledOnce();
});

it("is cancelled, and hears no more of what was cancelled", async () => {
  const run = createRun("check", its.parts);
  const first = run.start(file, keep);
  run.cancel();
  expect(its.send().options.signal.aborted).toBe(true);
  expect(run.state).toEqual({ phase: "idle" });
  const second = run.start(file, keep);
  its.send().options.onProgress(3, 6);
  its.send().answer({ failure: "abgebrochen" });
  await first;
  expect(run.state).toMatchObject({ phase: "uploading", sent: 0 });
  its.send(1).answer({ answer: ok });
  await second;
  expect(run.state).toMatchObject({ phase: "done" });
});

it("keeps quiet about a hub that nobody waits for any more", async () => {
  const run = createRun("upload", its.parts);
  const ended = run.start(file, keep);
  its.send().answer({ answer: ok });
  await vi.waitFor(() => expect(its.watches).toHaveLength(1));
  run.reset();
  its.watches[0]?.({ kind: "finished" });
  await ended;
  expect(run.state).toEqual({ phase: "idle" });
  expect(its.parts.report).not.toHaveBeenCalled();
});

it("corrects the result while the run is the present one, and says no more about it", async () => {
  const corrections: { wanted: () => boolean; changed: (runtime: Runtime) => void }[] = [];
  its.parts.correct.mockImplementation(async (_first, wanted, changed) => {
    corrections.push({ wanted, changed });
  });
  const run = createRun("upload", its.parts);
  const ended = run.start(file, keep);
  its.send().answer({ answer: ok });
  await vi.waitFor(() => expect(its.watches).toHaveLength(1));
  its.watches[0]?.({ kind: "invalid_pod", pods: ["mqtt.pod.a"] });
  await ended;
  corrections[0]?.changed({ kind: "finished" });
  expect(run.state).toMatchObject({ phase: "done", runtime: { kind: "finished" } });
  expect(its.parts.report).toHaveBeenCalledOnce();
  expect(corrections[0]?.wanted()).toBe(true);
  run.reset();
  expect(corrections[0]?.wanted()).toBe(false);
  corrections[0]?.changed({ kind: "finished" });
  expect(run.state.phase).toBe("idle");
});
