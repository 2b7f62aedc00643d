/**
 * One Debian booted by systemd-nspawn; it goes on through its own reboots.
 *
 *     const machine = await Machine.boot({ root, net: lan.applianceNet, name });
 *     await machine.run("hostnamectl", ["--static"]);
 *     await machine.stop();
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { descendants, type PeerProcess, waitFor } from "@hubwart/testing";
import { type Finished, keep, type RunOptions, run } from "./run.ts";

/** A limit for a machine that does not come: two boot at once beside the other tiers. */
const BOOT_MS = 180_000;
/** Nothing of this machine's environment gets in. */
const INSIDE = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LANG: "C.UTF-8",
  DEBIAN_FRONTEND: "noninteractive",
};

export class Machine {
  readonly #nspawn: PeerProcess;

  private constructor(nspawn: PeerProcess) {
    this.#nspawn = nspawn;
  }

  /** Returns when systemd has started everything. @param net path of its network namespace; @param name of the run */
  static async boot(options: { root: string; net: string; name: string }): Promise<Machine> {
    const script = path.join(import.meta.dirname, "boot.sh");
    const nspawn = await keep([
      "nsenter",
      `--net=${options.net}`,
      "--",
      "unshare",
      "--mount",
      "--propagation",
      "slave",
      // The kernel ends the machine with `unshare`; nspawn alone would leave it behind.
      "--pid",
      "--fork",
      "--kill-child",
      "--mount-proc",
      "bash",
      script,
      options.root,
      options.name,
    ]);
    const machine = new Machine(nspawn);
    try {
      await machine.booted();
    } catch (error) {
      await machine.stop();
      throw error;
    }
    return machine;
  }

  /** Its process 1 as seen from outside; undefined while it is down. */
  async leader(): Promise<number | undefined> {
    for (const pid of await descendants(this.#nspawn.pid)) {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      if (/^Name:\tsystemd$/m.test(status) && /^NSpid:.*\t1$/m.test(status)) return pid;
    }
    return undefined;
  }

  /** The number outside of a process inside. */
  async outside(pid: string | number): Promise<number> {
    const leader = await this.leader();
    for (const one of leader === undefined ? [] : await descendants(leader)) {
      const status = await readFile(`/proc/${one}/status`, "utf8").catch(() => "");
      if (new RegExp(`^NSpid:.*\\t${pid}$`, "m").test(status)) return one;
    }
    throw new Error(`no process ${pid} inside`);
  }

  /** Runs a program inside, as root; another account by `runuser -u NAME -- …`. */
  async run(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Finished> {
    const leader = await this.leader();
    if (leader === undefined) throw new Error(`the machine is down\n${this.output()}`);
    const spaces = ["--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup"];
    return run("nsenter", ["--target", String(leader), ...spaces, "--", file, ...args], {
      ...options,
      env: INSIDE,
    });
  }

  /** Changes with each boot; undefined while there is none. */
  async bootId(): Promise<string | undefined> {
    try {
      const { code, stdout } = await this.run("cat", ["/proc/sys/kernel/random/boot_id"]);
      return code === 0 ? stdout.trim() : undefined;
    } catch {
      return undefined;
    }
  }

  /** Resolves when everything is started; of the boot after `last`, if that is given. @returns the boot's id */
  async booted(last?: string): Promise<string> {
    let id: string | undefined;
    await waitFor(
      async () => {
        id = await this.bootId();
        if (id === undefined || id === last) return false;
        const { stdout } = await this.run("systemctl", ["is-system-running", "--wait"]);
        return ["running", "degraded"].includes(stdout.trim());
      },
      { what: "the machine to boot", timeout: BOOT_MS, interval: 100, detail: () => this.output() },
    );
    return id ?? "";
  }

  /** What nspawn printed. */
  output(): string {
    return this.#nspawn.output();
  }

  /** Pulls the plug. */
  async stop(): Promise<void> {
    const leader = await this.leader();
    // Everything inside ends with its process 1; nspawn then ends, and boot.sh clears up behind it.
    if (leader !== undefined) process.kill(leader, "SIGKILL");
    await this.#nspawn.stop();
  }
}
