import { beforeEach, expect, it } from "vitest";
import { localStore } from "../../../lib/local-store.ts";
import { containerRow, podRow, readView, storeView, totals } from "./sections.ts";

beforeEach(() => localStore.remove("hubwart.container.sections"));

const base = { system: false, running: true, started: "2026-01-01T00:00:00.000Z", memory: 10, cpu: 1.5 };

it("shows names without their prefix, but not those of others", () => {
  expect(containerRow({ ...base, name: "s4q_grafana" })).toMatchObject({
    name: "grafana",
    kind: "container",
  });
  expect(containerRow({ ...base, name: "s4q_main" })).toMatchObject({ kind: "main" });
  expect(containerRow({ ...base, name: "postgres", foreign: true })).toMatchObject({
    name: "postgres",
    kind: "foreign",
  });
});

it("sums up what runs, pods in MiB too", () => {
  const pod = podRow({
    id: "ping.a",
    running: true,
    started: 1,
    stat: { memory: 2 * 1024 * 1024, cpu: 0.5 },
  });
  const stopped = containerRow({ ...base, name: "s4q_ngrok", running: false, started: null });
  expect(totals([containerRow({ ...base, name: "s4q_grafana" }), pod, stopped])).toEqual({
    running: 2,
    memory: 12,
    cpu: 2,
  });
  expect(stopped.started).toBe(0);
});

it("remembers what is open; what is stored cannot break it", () => {
  expect(readView()).toEqual({ system: true, pods: false, container: true, hideInactive: true });
  storeView({ system: false, pods: true, container: true, hideInactive: false });
  expect(readView()).toEqual({ system: false, pods: true, container: true, hideInactive: false });
  for (const text of ["nonsense", "null", '{"pods":1}', "[]"]) {
    localStore.set("hubwart.container.sections", text);
    expect(readView().pods).toBe(false);
  }
});
