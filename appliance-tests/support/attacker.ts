/** What somebody who owns the web process of a booted device tries, and what the device shows of it. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import type { Appliance } from "./appliance.ts";

export const PASSWORD = "ein gutes Passwort";
export const NODE = "/usr/lib/hubwart/node/bin/node";
export const HOSTD = "hubwart-hostd.service";
export const TOOLS = "/opt/attack";
/** Is there as soon as he lies in wait. */
export const SEIZING = "/var/lib/hubwart/seizing";
/** Runs each argument as a program of its own; a line each: its code, and the last it said. */
const EACH =
  'set -o pipefail; for one; do said=$(timeout 20 bash -c "$one" 2>&1 | tail -n 1); echo "$? $said"; done';
const REFUSED =
  /Permission denied|Read-only file system|not permitted|No such (file|process)|not supported|Invalid/i;

/** All that the web process may write, aside from what lies below these. */
export const WRITABLE = [
  "/var/lib/hubwart",
  ...[
    "hubwart-hostd/containers.sock",
    "hubwart-hostd/hostd.sock",
    "hubwart-hostd/releases.sock",
    "systemd/io.system.ManagedOOM",
    "systemd/journal/dev-log",
    "systemd/journal/socket",
    "systemd/journal/stdout",
    "systemd/notify",
    "systemd/resolve/io.systemd.Resolve",
    "systemd/userdb/io.systemd.DynamicUser",
  ].map((name) => `/run/${name}`),
  // What every account may.
  "/dev/mqueue",
  "/dev/shm",
  "/run/lock",
  "/tmp",
  "/var/tmp",
  ...["cpu", "io", "memory"].map((name) => `/proc/pressure/${name}`),
];
/** Of root's, where a file more would be a program or a setting more. */
export const SYSTEM_FOLDERS = [
  ..."/etc /usr /boot /root /etc/cron.d /etc/systemd/system /etc/systemd/network".split(" "),
  ..."/run/systemd/system /run/hubwart-hostd /usr/lib/systemd/system /usr/lib/hubwart/server".split(" "),
  "/var/lib/hubwart-releases",
];
export const SYSTEM_FILES = [
  "/etc/default/hubwart",
  "/etc/passwd",
  "/etc/systemd/network/80-lan0.network",
  "/usr/lib/hubwart/server/launcher.mjs",
  "/usr/lib/systemd/system/hubwart.service",
];
/** Of the device service's files, what may change when settings are saved. */
export const STATE = /^\/var\/lib\/hubwart-hostd(\/settings\.json|\/changes\.log(\.before)?)?$/;
/** What may change when they are applied. */
export const APPLIED = new RegExp(
  `^/etc(${[
    "",
    "/(hostname|hosts|localtime|timezone|adjtime)",
    "/systemd/timesyncd.conf.d(/50-hubwart.conf)?",
    "/systemd/network(/10-hubwart-lan[01].network)?",
    "/systemd/system(/\\S*(ssh|timesync)\\S*)?",
    "/systemd/system/\\S+\\.wants",
    // Made empty as the container service starts.
    "/(docker|containers)(/certs.d)?",
  ].join("|")})$`,
);

/** What `fuzz-hostd.mjs` found. */
export interface Asked {
  sent: number;
  refused: number;
  accepted: Record<string, number>;
  wrong: unknown[];
}
interface Outcome {
  code: number;
  said: string;
}

export class Attacker {
  readonly #device: Appliance;

  constructor(device: Appliance) {
    this.#device = device;
  }

  /** Puts a tool on the device. */
  async bring(name: string, text: string): Promise<void> {
    await writeFile(path.join(this.#device.root, TOOLS, name), text);
  }

  /** Makes each attempt with the rights of the web process. */
  async attempt(attempts: readonly string[]): Promise<Outcome[]> {
    const { code, stdout } = await this.#device.asService(["/usr/bin/env", ...each(attempts)]);
    expect(code, stdout).toBe(0);
    return outcomes(stdout);
  }

  /** @param from what the same attempts are made from for comparison, where they succeed */
  async expectRefused(attempts: readonly string[], from: readonly string[] = []): Promise<void> {
    for (const [index, { code, said }] of (await this.attempt(attempts)).entries()) {
      expect
        .soft([attempts[index], code === 0 ? "succeeded" : said])
        .toEqual([attempts[index], expect.stringMatching(REFUSED)]);
    }
    const [file = "", ...args] = [...from, ...each(attempts)];
    const beside = outcomes(await this.#device.must(file, args));
    expect(
      beside.map(({ code }, index) => [attempts[index], code, code === 0 ? "" : beside[index]?.said]),
    ).toEqual(attempts.map((one) => [one, 0, ""]));
  }

  /** Sends each line to the device service, as he can. */
  async ask(lines: readonly Buffer[], socket = "hostd"): Promise<Asked> {
    await this.bring("lines", lines.map((one) => one.toString("base64")).join("\n"));
    const arguments_ = [`${TOOLS}/lines`, `/run/hubwart-hostd/${socket}.sock`];
    const { code, stdout } = await this.#device.asService([NODE, `${TOOLS}/fuzz-hostd.mjs`, ...arguments_]);
    expect(code, stdout).toBe(0);
    return JSON.parse(stdout) as Asked;
  }

  /** Root at a terminal: types the password twice when asked. @returns what the terminal showed */
  async atTerminal(command: string): Promise<string> {
    const shown = "/root/terminal";
    const until = (what: string) => `for _ in $(seq 200); do ${what} && break; sleep 0.05; done`;
    const after = (text: string) => until(`grep -qa '${text}' ${shown}`);
    const typed = [
      until(`[ -e ${SEIZING} ]`),
      after("Neues"),
      `echo '${PASSWORD}'`,
      after("Wiederholung"),
      `echo '${PASSWORD}'`,
      after("neu gesetzt"),
    ];
    const session = `rm -f ${shown}; touch ${shown}; { ${typed.join("; ")}; } | timeout --foreground 60 script -qfec ${JSON.stringify(command)} ${shown}`;
    return (await this.#device.run("bash", ["-c", session])).stdout;
  }

  /** Modes, owners, targets and contents, by the name of the file. */
  async listing(): Promise<Map<string, string>> {
    const command =
      "find /etc /usr /boot /root /var/lib/hubwart-hostd /run/systemd/system -not -name hubwart-probe.service -printf '%p\\t%m %u %g %l\\n'; " +
      "find /etc /usr /boot /root /var/lib/hubwart-hostd -type f -exec sha256sum {} + | sed -E 's/^(\\S+)  (.*)$/\\2\\t\\1/'";
    // Every file of the system is read: a busy machine takes its time.
    const text = await this.#device.must("bash", ["-c", command], { timeout: 240_000 });
    const files = new Map<string, string>();
    for (const line of text.split("\n")) {
      const [name = "", what = ""] = line.split("\t");
      files.set(name, `${files.get(name) ?? ""} ${what}`);
    }
    return files;
  }
}

const each = (attempts: readonly string[]) => ["bash", "-c", EACH, "attempts", ...attempts];

function outcomes(text: string): Outcome[] {
  return text
    .trim()
    .split("\n")
    .map((line) => ({ code: Number.parseInt(line, 10), said: line.replace(/^\d+ /, "") }));
}

/** Names of the files that differ between two listings. */
export function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
}

export const line = (request: object): Buffer<ArrayBuffer> => Buffer.from(`${JSON.stringify(request)}\n`);
