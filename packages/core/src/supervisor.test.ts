import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { Backoff } from "./backoff.ts";
import { ManualClock, systemClock } from "./clock.ts";
import { Scope } from "./lifecycle.ts";
import { Pulse } from "./pulse.ts";
import { Supervisor, type SupervisorOptions } from "./supervisor.ts";

class FakeChild extends EventEmitter {
  readonly pid: number;
  killed: string[] = [];
  constructor(pid: number) {
    super();
    this.pid = pid;
  }
  kill(signal: string): boolean {
    this.killed.push(signal);
    return true;
  }
}

function setup(more: Partial<SupervisorOptions> = {}) {
  const clock = new ManualClock();
  const children: FakeChild[] = [];
  const supervisor = new Supervisor({
    start: () => {
      const child = new FakeChild(children.length + 1);
      children.push(child);
      return child as unknown as ChildProcess;
    },
    clock,
    scope: new Scope(),
    backoff: new Backoff(250, 30_000, () => 1),
    ...more,
  });
  const last = () => children.at(-1) as FakeChild;
  return { clock, children, supervisor, last };
}

describe("Supervisor", () => {
  it("starts a crashed process again, later each time, at most 30 s later", () => {
    const { clock, children, supervisor, last } = setup();
    supervisor.start();
    const delays: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      const before = children.length;
      last().emit("close", 1, null);
      const crashed = clock.monotonic();
      while (children.length === before) clock.advance(50);
      delays.push(clock.monotonic() - crashed);
    }
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(supervisor.starts).toBe(11);
    expect(supervisor.exit).toMatchObject({ code: 1, signal: null });
  });

  it("begins with a short delay again after a process has lived for long", () => {
    const { clock, children, supervisor, last } = setup();
    supervisor.start();
    for (let i = 0; i < 5; i += 1) {
      last().emit("close", null, "SIGKILL");
      clock.advance(30_000 - 1);
    }
    clock.advance(60_000);
    const before = children.length;
    last().emit("close", null, "SIGKILL");
    clock.advance(250);
    expect(children.length).toBe(before + 1);
  });

  it("counts the crashes of the last ten minutes", () => {
    const { clock, supervisor, last } = setup();
    supervisor.start();
    for (let i = 0; i < 5; i += 1) {
      last().emit("close", 1, null);
      clock.advance(20_000);
    }
    expect(supervisor.crashes).toBe(5);
    clock.advance(600_000);
    expect(supervisor.crashes).toBe(0);
  });

  it("restarts on request at once, and does not call that a crash", async () => {
    const { children, supervisor, last } = setup();
    supervisor.start();
    const done = supervisor.restart();
    last().emit("close", 0, null);
    await done;
    expect(children.length).toBe(2);
    expect(supervisor.exit).toBeUndefined();
    expect(supervisor.crashes).toBe(0);
  });

  it("kills what does not end in time, and starts nothing after a stop", async () => {
    const { clock, children, supervisor, last } = setup();
    supervisor.start();
    const done = supervisor.stop(5_000);
    expect(last().killed).toEqual(["SIGTERM"]);
    clock.advance(5_000);
    expect(last().killed).toEqual(["SIGTERM", "SIGKILL"]);
    last().emit("close", null, "SIGKILL");
    await done;
    clock.advance(120_000);
    expect(children.length).toBe(1);
  });

  it("lets a process be asked in other ways than by a signal, and kills it all the same", async () => {
    const asked: unknown[] = [];
    const { clock, supervisor, last } = setup({ quit: (child) => asked.push(child) });
    supervisor.start();
    const done = supervisor.stop(5_000);
    expect([asked, last().killed]).toEqual([[last()], []]);
    clock.advance(5_000);
    expect(last().killed).toEqual(["SIGKILL"]);
    last().emit("close", null, "SIGKILL");
    await done;
  });

  it("starts a process again whose channel stays silent about its end", async () => {
    const { clock, children, supervisor, last } = setup();
    supervisor.start();
    last().emit("exit", null, "SIGKILL");
    clock.advance(200 + 250);
    expect(children.length).toBe(2);
    expect(supervisor.exit).toMatchObject({ signal: "SIGKILL" });
    const restarted = supervisor.restart();
    last().emit("exit", 0, null);
    clock.advance(200);
    await restarted;
    expect(children.length).toBe(3);
  });

  it("counts an end once, also when its channel closes late", () => {
    const { clock, children, supervisor, last } = setup();
    supervisor.start();
    const first = last();
    first.emit("exit", null, "SIGKILL");
    clock.advance(200 + 250);
    first.emit("close", null, "SIGKILL");
    clock.advance(30_000);
    expect([children.length, supervisor.crashes]).toEqual([2, 1]);
  });

  it("hears what a process said last before it counts as ended", () => {
    const { clock, supervisor, last } = setup();
    supervisor.start();
    last().emit("exit", 1, null);
    clock.advance(199);
    expect(supervisor.child).toBeDefined();
    last().emit("close", 1, null);
    expect(supervisor.child).toBeUndefined();
  });

  it("notices the end of a real process whose channel this side has closed", async () => {
    const scope = new Scope();
    const supervisor = new Supervisor({
      start: () =>
        spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); process.send('up')"], {
          stdio: ["ignore", "ignore", "inherit", "ipc"],
        }),
      clock: systemClock,
      scope,
      backoff: new Backoff(1, 1),
    });
    supervisor.start();
    const { child } = supervisor;
    await new Promise((resolve) => child?.once("message", resolve));
    child?.disconnect();
    child?.kill("SIGKILL");
    await expect.poll(() => supervisor.starts, { timeout: 10_000 }).toBe(2);
    await scope.end();
    expect(supervisor.child).toBeUndefined();
  });
});

describe("a process that hangs", () => {
  function watched() {
    const changes: boolean[] = [];
    const scope = new Scope();
    const clock = new ManualClock();
    const pulse = new Pulse({ clock, scope, used: () => 0 });
    const children: FakeChild[] = [];
    const supervisor: Supervisor = new Supervisor({
      start: () => {
        const child = new FakeChild(children.length + 1_000_000_000);
        children.push(child);
        return child as unknown as ChildProcess;
      },
      clock,
      scope,
      pulse,
      backoff: new Backoff(250, 30_000, () => 1),
      onChange: () => changes.push(supervisor.silent),
    });
    supervisor.start();
    supervisor.heard();
    return { clock, children, supervisor, changes };
  }

  it("is ended and started again, as after a crash", () => {
    const { clock, children, supervisor, changes } = watched();
    clock.advance(29_000);
    expect([children[0]?.killed, supervisor.silent]).toEqual([[], true]);
    clock.advance(1_000);
    expect(children[0]?.killed).toEqual(["SIGKILL"]);
    children[0]?.emit("exit", null, "SIGKILL");
    clock.advance(200 + 250);
    expect([children.length, supervisor.silent, supervisor.crashes]).toEqual([2, false, 1]);
    expect(supervisor.exit).toMatchObject({ signal: "SIGKILL", hung: true });
    expect(changes).toContain(true);
  });

  it("is not one whose supervisor stood still itself", () => {
    const { clock, children, supervisor } = watched();
    clock.freeze(75_000);
    supervisor.heard();
    clock.advance(9_000);
    expect([children[0]?.killed, supervisor.silent]).toEqual([[], false]);
  });

  it("is not one that takes its time to end on request", async () => {
    const { clock, children, supervisor } = watched();
    const stopped = supervisor.stop(60_000);
    clock.advance(59_000);
    expect(children[0]?.killed).toEqual(["SIGTERM"]);
    children[0]?.emit("exit", 0, null);
    clock.advance(200);
    await stopped;
    expect(supervisor.exit).toBeUndefined();
  });
});
