import type { Job } from "@hubwart/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../../api/query-client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { overlay } from "../../../overlay/overlay-store.ts";
import { coverFor } from "./job-cover.ts";

const answer = vi.hoisted(() => ({ started: 100 }));
vi.mock("../../../api/client.ts", () => ({
  callApi: () => Promise.resolve({ code: 0, session: true, system: { started: answer.started } }),
}));

const job = (id: number, more: Partial<Job>): Job =>
  ({ id, title: "System neu starten", ended: 0, covers: "restarting", code: 0, message: "", ...more }) as Job;

beforeEach(() => {
  vi.useFakeTimers();
  answer.started = 100;
  queryClient.setQueryData(queryKeys.info, { code: 0, session: true, system: { started: 100 } });
});
afterEach(() => {
  overlay.clear();
  queryClient.clear();
  vi.useRealTimers();
});
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("covers a tab that began nothing, and uncovers it when the system is another one", async () => {
  void coverFor([job(1, {})]);
  await passes(0);
  expect(overlay.current.kind).toBe("restarting");
  answer.started = 200;
  void coverFor([job(1, { ended: 5 })]);
  await passes(0);
  expect(overlay.current.kind).toBe("restarting");
  await passes(10_000);
  expect(overlay.current.kind).toBe("none");
});

it("uncovers it when the job ended and nothing was restarted", async () => {
  void coverFor([job(2, { covers: "updating" })]);
  await passes(0);
  expect(overlay.current.kind).toBe("updating");
  void coverFor([job(2, { covers: "updating", ended: 5, code: 1_103, message: "Kein Server." })]);
  await passes(0);
  expect(overlay.current.kind).toBe("none");
  await passes(60_000);
  expect(overlay.current.kind).toBe("none");
});

it("leaves a page alone for jobs that cover nothing", async () => {
  void coverFor([job(3, { covers: null })]);
  await passes(0);
  expect(overlay.current.kind).toBe("none");
});
