import { createLogger, ManualClock, MemoryLogSink, Pulse, Scope } from "@hubwart/core";
import { POD_PROTOCOL } from "@hubwart/ipc";
import { beforeEach, describe, expect, it } from "vitest";
import { fakeChildren } from "../testing/fake-child.ts";
import { channel, pod } from "../testing/projects.ts";
import { PodHandle } from "./pod-handle.ts";

const NO_FIGURES = { counters: { in: 0, out: 0, coalesced: 0, failed: 0 }, memory: 0, cpu: 0 };
const SILENT = "Der Prozess antwortet nicht. Bleibt es dabei, wird er neu gestartet.";

function setup() {
  const clock = new ManualClock();
  const scope = new Scope();
  const sink = new MemoryLogSink();
  const { children, start } = fakeChildren();
  const lost: string[] = [];
  const made = pod("t.p", [channel("t.p.a", { iface: "one" }), channel("t.p.b", { iface: "two" })]);
  const handle = new PodHandle(
    { ...made, ifaces: ["one", "two"].map((id) => ({ id, config: {} })) },
    undefined,
    {
      clock,
      pulse: new Pulse({ clock, scope, used: () => 0 }),
      log: createLogger("hub", "pods", sink, () => clock.now()),
      fork: start,
      restartDelayMax: 1_000,
      values: () => undefined,
      refusals: () => undefined,
      online: () => undefined,
      lost: (iface) => lost.push(iface),
      entries: () => undefined,
      authorities: () => [],
      answer: () => null,
      changed: () => undefined,
    },
    scope,
  );
  const says = (message: object) => children.at(-1)?.says(message);
  const comes = () => {
    says({ t: "hello", protocol: POD_PROTOCOL, id: "t.p", pid: 7 });
    says({ t: "loaded", problems: [] });
  };
  return {
    clock,
    children,
    handle,
    lost,
    comes,
    says,
    lines: () => sink.entries.map(({ msg }) => msg),
    reports: () => says({ t: "stats", stats: NO_FIGURES }),
    shown: () => {
      const { error, running, silent } = handle.report();
      return { error, running, silent };
    },
  };
}

describe("the process of a pod", () => {
  let run: ReturnType<typeof setup>;
  beforeEach(() => {
    run = setup();
    run.handle.start(undefined, { files: {}, secrets: {} });
    run.comes();
    run.reports();
  });

  it("that falls silent is told, does not count as running, and what it said is doubted once", () => {
    run.clock.advance(9_000);
    expect([run.shown(), run.lost]).toEqual([{ running: true }, []]);
    run.clock.advance(4_000);
    expect(run.shown()).toEqual({ error: SILENT, running: false, silent: true });
    expect(run.lost).toEqual(["one", "two"]);
    expect(run.lines()).toEqual(["Pod t.p läuft.", `Pod t.p: ${SILENT}`]);
  });

  it("that speaks again in time runs on", () => {
    run.clock.advance(25_000);
    run.reports();
    expect(run.shown()).toEqual({ running: true });
    expect(run.lines().at(-1)).toBe("Pod t.p antwortet wieder.");
    expect(run.children[0]?.killed).toEqual([]);
  });

  it("that hangs is ended and started again, and the reason stays to be read until it is back", () => {
    run.clock.advance(30_000);
    expect(run.children[0]?.killed).toEqual(["SIGKILL"]);
    run.children[0]?.ends("SIGKILL");
    const error = "Der Prozess ist unerwartet beendet (er antwortete nicht mehr) und wird neu gestartet.";
    expect(run.shown()).toEqual({ error, running: false });
    expect(run.lines().at(-1)).toBe(
      "Pod t.p ist unerwartet beendet (er antwortete nicht mehr) und wird neu gestartet.",
    );
    run.clock.advance(1_000);
    expect(run.children).toHaveLength(2);
    run.comes();
    expect(run.shown()).toEqual({ running: true });
  });

  it("had its last value when one came that is good, or one went out over an interface that was there", () => {
    const last = () => run.handle.report().lastValue;
    let seq = 0;
    const came = (v: unknown, q: number) =>
      run.says({ t: "values", seq: (seq += 1), values: { n: [0], v: [v], t: [1], q: [q] } });
    came(null, 2);
    came(7, 2);
    came(7, 1);
    run.handle.write(1, 5, 0, 1);
    expect(last()).toBeUndefined();
    came(7, 0);
    const first = run.clock.now();
    expect(last()).toBe(first);
    run.clock.advance(1_000);
    run.handle.write(1, 5, 0, 1);
    expect(last()).toBe(first);
    run.says({ t: "conn", iface: { iface: "two", state: true, active: 1, count: 1, last: 1 } });
    run.handle.write(1, 5, 0, 1);
    expect(last()).toBe(first + 1_000);
  });
});
