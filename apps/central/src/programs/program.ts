/**
 * Programs of the system that the central runs for itself: found, started again when they end, and gone when the central is, however
 * that ends (PR_SET_PDEATHSIG, by setpriv(1)).
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { access, constants, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Clock, ConfigError, type Logger, type Scope, Supervisor } from "@hubwart/core";
import { texts } from "../texts.ts";

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

export interface ProgramParts {
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export interface ProgramOrder {
  name: string;
  file: string;
  args: readonly string[];
  /** Signal by which it ends in good order, also when the central is gone. */
  stop: "SIGTERM" | "SIGINT";
  as?: Account;
  /** Whether one of before is in the way that is not seen by its arguments. */
  before?: () => Promise<boolean>;
}

/** Where Debian puts what only the system calls, beside PATH. */
const FURTHER = ["/usr/sbin", "/usr/local/sbin"];
/** Of what a program says; enough for the sentence with which it ends. */
const KEPT_OUTPUT = 4_000;
const READY_EVERY = 50;
const READY_WITHIN = 60_000;

/** Absolute path. @throws ConfigError with one line that says what to install */
export async function findProgram(
  name: string,
  { debian, folders = [], variable }: { debian: string; variable: string; folders?: readonly string[] },
): Promise<string> {
  const searched = [...folders, ...(process.env["PATH"] ?? "").split(":"), ...FURTHER];
  for (const folder of searched) {
    if (folder === "") continue;
    const file = path.join(folder, name);
    const there = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return file;
  }
  throw new ConfigError(texts.programMissing(name, debian, variable));
}

/** An account of this machine. */
export async function accountOf(name: string): Promise<Account | undefined> {
  const line = (await readFile("/etc/passwd", "utf8")).split("\n").find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

/** Runs it to its end. */
export async function runOnce(file: string, args: readonly string[], as?: Account): Promise<void> {
  await promisify(execFile)(file, [...args], {
    timeout: READY_WITHIN,
    cwd: "/",
    ...(as && { uid: as.uid, gid: as.gid }),
  });
}

/**
 * Whether a program with these arguments runs: that of a central that was killed a moment ago and is still writing down what it has
 * (/proc/[pid]/cmdline, proc(5)).
 */
async function stillRuns(args: readonly string[]): Promise<boolean> {
  const said = `\0${args.join("\0")}\0`;
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (line.includes(said)) return true;
  }
  return false;
}

export class Program {
  readonly #name: string;
  readonly #before: () => Promise<boolean>;
  readonly #supervisor: Supervisor;
  readonly #clock: Clock;
  #output = "";

  constructor(order: ProgramOrder, { clock, log, scope }: ProgramParts) {
    this.#name = order.name;
    const { args: own, before } = order;
    this.#before = async () => (await stillRuns(own)) || ((await before?.()) ?? false);
    this.#clock = clock;
    const identity = order.as ? ["--reuid", order.as.name, "--regid", order.as.name, "--init-groups"] : [];
    const args = [...identity, "--pdeathsig", order.stop.slice(3), "--", order.file, ...order.args];
    this.#supervisor = new Supervisor({
      start: () => this.#follow(spawn("setpriv", args, { cwd: "/", stdio: ["ignore", "pipe", "pipe"] })),
      clock,
      scope,
      quit: (child) => child.kill(order.stop),
      onChange: () => {
        if (this.#supervisor.child || scope.ended) return;
        log.warn(`${order.name} ended: ${this.lastWords}`);
      },
    });
  }

  get pid(): number {
    return this.#supervisor.pid;
  }

  get lastWords(): string {
    return this.#output.trim().split("\n").at(-1) ?? "";
  }

  /** Waits for one of before to end. @throws ConfigError with what it said last, if it does not get there */
  async start(ready: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    const until = this.#clock.monotonic() + READY_WITHIN;
    while (this.#clock.monotonic() < until && (await this.#before())) {
      signal.throwIfAborted();
      await this.#pause();
    }
    this.#supervisor.start();
    for (;;) {
      const up = await ready().then(
        () => true,
        () => false,
      );
      if (up) return;
      signal.throwIfAborted();
      if (this.#supervisor.crashes >= 3 || this.#clock.monotonic() > until)
        throw new ConfigError(texts.programSilent(this.#name, this.lastWords));
      await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#clock.after(READY_EVERY, resolve));
  }

  #follow(child: ChildProcess): ChildProcess {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
      });
    return child;
  }
}
