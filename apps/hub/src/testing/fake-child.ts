/** A process that only a test lets speak and end. */
import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";

export class FakeChild extends EventEmitter {
  /** Of nobody. */
  readonly pid = 1_000_000_007;
  connected = true;
  readonly killed: string[] = [];

  kill(signal: string): boolean {
    this.killed.push(signal);
    return true;
  }

  send(_message: unknown, ...rest: unknown[]): boolean {
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  }

  says(message: object): void {
    this.emit("message", message);
  }

  ends(signal: string): void {
    this.connected = false;
    this.emit("disconnect");
    this.emit("exit", null, signal);
    this.emit("close", null, signal);
  }
}

/** Starts such ones. */
export function fakeChildren(): { children: FakeChild[]; start: () => ChildProcess } {
  const children: FakeChild[] = [];
  const start = () => {
    const child = new FakeChild();
    children.push(child);
    return child as unknown as ChildProcess;
  };
  return { children, start };
}
