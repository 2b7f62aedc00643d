/**
 * Somebody owns the web process: code of his runs with all that hubwart.service has and has not. What he cannot do, as
 * docs/security.md says it. Each attempt is also made with more rights, where it must succeed: it is a real one.
 */
import { randomInt } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot, waitFor } from "@hubwart/testing";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forbidden, type Noted } from "../apps/hostd/src/testing/engine-rules.ts";
import { anyAddOnRequest } from "../apps/hostd/src/testing/hostile-add-ons.ts";
import { hostileReleaseLines } from "../apps/hostd/src/testing/hostile-releases.ts";
import { anyLine, smuggled, VERBS } from "../apps/hostd/src/testing/hostile-requests.ts";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { ROUTER } from "./support/lan.ts";

const PASSWORD = "ein gutes Passwort";
const NODE = "/usr/lib/hubwart/node/bin/node";
const HOSTD = "hubwart-hostd.service";
const TOOLS = "/opt/attack";
/** Is there as soon as he lies in wait. */
const SEIZING = "/var/lib/hubwart/seizing";
/** Runs each argument as a program of its own; a line each: its code, and the last it said. */
const EACH =
  'set -o pipefail; for one; do said=$(timeout 20 bash -c "$one" 2>&1 | tail -n 1); echo "$? $said"; done';
const REFUSED =
  /Permission denied|Read-only file system|not permitted|No such (file|process)|not supported|Invalid/i;

describe("an attacker who owns the web process", () => {
  let device: Appliance;
  let hostd: string;
  beforeAll(async () => {
    device = await bootAppliance({
      change: (root) => mkdir(path.join(root, TOOLS)),
    });
    for (const name of ["calls.pl", "fuzz-hostd.mjs", "seize.pl", "writable.mjs"]) {
      await bring(name, await readFile(path.join(import.meta.dirname, "support", name), "utf8"));
    }
    const engine = path.join(repoRoot(), "apps/hostd/src/testing/recording-engine.mjs");
    await bring("recording-engine.mjs", await readFile(engine, "utf8"));
    await device.api.signIn(PASSWORD);
    hostd = await device.unit(HOSTD, "MainPID");
  });
  afterAll(() => device?.stop());

  const bring = (name: string, text: string) => writeFile(path.join(device.root, TOOLS, name), text);
  const outcomes = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => ({ code: Number.parseInt(line, 10), said: line.replace(/^\d+ /, "") }));

  /** @param from what the same attempts are made from for comparison, where they succeed */
  async function expectRefused(attempts: readonly string[], from: readonly string[] = []): Promise<void> {
    const each = ["bash", "-c", EACH, "attempts", ...attempts];
    const { code, stdout } = await device.asService(["/usr/bin/env", ...each]);
    expect(code, stdout).toBe(0);
    for (const [index, { code, said }] of outcomes(stdout).entries()) {
      expect
        .soft([attempts[index], code === 0 ? "succeeded" : said])
        .toEqual([attempts[index], expect.stringMatching(REFUSED)]);
    }
    const [file = "", ...args] = [...from, ...each];
    const beside = outcomes(await device.must(file, args));
    expect(
      beside.map(({ code }, index) => [attempts[index], code, code === 0 ? "" : beside[index]?.said]),
    ).toEqual(attempts.map((one) => [one, 0, ""]));
  }

  it("reads nothing of root's or of other processes", async () => {
    const mapped = (await device.must("head", ["-n", "1", `/proc/${hostd}/maps`])).split("-")[0] ?? "";
    const memory = `$b = "\\0" x 8; $l = pack("JJ", unpack("J", pack("P", $b)), 8); $r = pack("JJ", 0x${mapped}, 8);`;
    await expectRefused([
      "cat /etc/shadow",
      "cat /etc/ssh/ssh_host_ed25519_key",
      "ls /root",
      "ls /home",
      "ls /var/lib/hubwart-hostd",
      "cat /var/log/journal/*/system.journal",
      "cat /proc/1/environ",
      `cat /proc/${hostd}/environ`,
      `dd if=/proc/${hostd}/mem bs=1 count=1 skip=$((16#${mapped}))`,
      `perl -e '${memory} syscall(310, ${hostd}, $l, 1, $r, 1, 0) == 8 or die "$!\\n"'`,
      `ls /proc/${hostd}/fd`,
    ]);
  });

  it("writes nothing but its own data and what every account may", async () => {
    const { stdout } = await device.asService([NODE, `${TOOLS}/writable.mjs`]);
    const sockets = [
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
    ].map((name) => `/run/${name}`);
    const shared = ["/dev/mqueue", "/dev/shm", "/run/lock", "/tmp", "/var/tmp"];
    const pressure = ["cpu", "io", "memory"].map((name) => `/proc/pressure/${name}`);
    const found = stdout.trim().split("\n");
    expect(found.sort()).toEqual([...sockets, ...shared, ...pressure, "/var/lib/hubwart"].sort());
    const folders = [
      ..."/etc /usr /boot /root /etc/cron.d /etc/systemd/system /etc/systemd/network".split(" "),
      ..."/run/systemd/system /run/hubwart-hostd /usr/lib/systemd/system /usr/lib/hubwart/server".split(" "),
      "/var/lib/hubwart-releases",
    ];
    const files = [
      "/etc/default/hubwart",
      "/etc/passwd",
      "/etc/systemd/network/80-lan0.network",
      "/usr/lib/hubwart/server/launcher.mjs",
      "/usr/lib/systemd/system/hubwart.service",
    ];
    await expectRefused([
      ...folders.map((folder) => `touch ${folder}/x && rm ${folder}/x`),
      ...files.map((file) => `: >> ${file}`),
    ]);
  });

  it("makes no system call that needs more than a service does", async () => {
    const perl = ["/usr/bin/perl", `${TOOLS}/calls.pl`];
    const { stdout } = await device.asService(perl);
    const lines = stdout.trim().split("\n");
    expect(lines.length).toBeGreaterThan(30);
    // EPERM: 1. Anybody else learns that the arguments are wrong.
    expect(lines.filter((line) => !line.endsWith(" 1"))).toEqual([]);
    expect(await device.must(perl[0] ?? "", perl.slice(1))).not.toMatch(/ 1$/m);
  });

  it("sees and changes no more of the network than its own connections", async () => {
    await expectRefused([
      "perl -e 'socket(S, 2, 3, 1) or die qq($!\\n)'",
      "perl -e 'socket(S, 17, 3, 0x0300) or die qq($!\\n)'",
      "ip link add gone type veth peer name too && ip link del gone",
      "ip addr add 10.9.9.9/32 dev lan1 && ip addr del 10.9.9.9/32 dev lan1",
      `ip route add 10.9.0.0/16 via ${ROUTER} && ip route del 10.9.0.0/16`,
      "ip neigh replace 10.77.0.99 lladdr 02:00:00:00:00:01 dev lan0",
    ]);
  });

  it("gives orders to no service of the system", async () => {
    await expectRefused([
      "systemctl restart systemd-timesyncd",
      "systemctl enable ssh.service",
      "systemctl set-property hubwart.service MemoryMax=infinity",
      "systemctl set-environment A=b",
      'hostnamectl set-hostname "$(hostname)"',
      "timedatectl set-ntp true",
      "loginctl list-sessions",
      "networkctl reload",
      "busctl status org.freedesktop.systemd1",
      `kill -CONT ${hostd}`,
      "kill -CONT 1",
    ]);
    // What would really end it is asked without comparison.
    const end = [
      "systemctl reboot",
      "systemctl poweroff --force --force",
      "reboot -f",
      "echo x > /run/initctl",
      "echo b > /proc/sysrq-trigger",
      "echo x > /proc/sys/kernel/core_pattern",
      `kill -KILL ${hostd}`,
    ];
    const boot = await device.machine.bootId();
    const { stdout } = await device.asService(["/usr/bin/env", "bash", "-c", EACH, "attempts", ...end]);
    expect(outcomes(stdout).filter(({ code }) => code === 0)).toEqual([]);
    expect(await device.machine.bootId()).toBe(boot);
    expect(await device.unit(HOSTD, "MainPID")).toBe(hostd);
  });

  it("gains no rights by any program, file or namespace", async () => {
    const account = ["runuser", "-u", "hubwart", "--"];
    const folder = "/mnt";
    await device.must("mount", ["-t", "tmpfs", "tmpfs", folder]);
    await device.must("bash", ["-c", `cp /usr/bin/bash ${folder}/root && chmod 4755 ${folder}/root`]);
    const own = "/var/lib/hubwart/attack";
    await expectRefused(
      [
        `${folder}/root -p -c '[ $EUID = 0 ] || { echo not permitted; false; }'`,
        "unshare --user --map-root-user true",
        "unshare --user --net true",
        `cp /usr/bin/id ${own} && chmod 4755 ${own}; code=$?; rm -f ${own}; exit $code`,
      ],
      account,
    );
    await expectRefused([
      `mknod ${own} b 254 0 && rm ${own}`,
      `chown root ${own}.x 2> /dev/null; touch ${own}.x && chown root ${own}.x; code=$?; rm -f ${own}.x; exit $code`,
      "setpriv --reuid=0 --clear-groups true",
      "nsenter --target 1 --mount true",
      "chroot / true",
    ]);
  });

  /** Root at a terminal: types the password twice when asked. @returns what the terminal showed */
  async function atTerminal(command: string): Promise<string> {
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
    return (await device.run("bash", ["-c", session])).stdout;
  }

  it("takes over no terminal of root's when root sets the password", async () => {
    const seize = () => device.asService(["/usr/bin/perl", `${TOOLS}/seize.pl`, SEIZING]);
    const [seized, shown] = await Promise.all([seize(), atTerminal("hubwart password reset")]);
    expect(seized.stdout).toBe("terminal 0\nfiles 0\ninspector closed\n");
    expect(shown).not.toContain(PASSWORD);
    await device.must("rm", [SEIZING]);
    // Without what the command does about it all three are there.
    const plainly = `setpriv --reuid=hubwart --regid=hubwart --clear-groups env HUBWART_DATA_DIR=/var/lib/hubwart ${NODE} /usr/lib/hubwart/server/cli.mjs password reset`;
    const [open] = await Promise.all([seize(), atTerminal(plainly)]);
    expect(open.stdout).toMatch(/^terminal [1-9]\d*\nfiles [1-9]\d*\ninspector open\n$/);
    expect(await device.must("bash", ["-c", `printf '%s\n' '${PASSWORD}' | hubwart password reset`])).toBe(
      "Das Passwort ist neu gesetzt. Alle Sitzungen sind beendet.",
    );
    await device.must("rm", [SEIZING]);
    await device.api.signIn(PASSWORD);
  });

  it("is the only account, root aside, that the device service listens to", async () => {
    const ask = `require("net").connect("/run/hubwart-hostd/hostd.sock").on("connect", () => process.exit(0)).on("error", (e) => { console.log(e.code); process.exit(9); })`;
    for (const user of ["nobody", "daemon", "systemd-network", "systemd-timesync"]) {
      const { code, stdout } = await device.run("runuser", ["-u", user, "--", NODE, "-e", ask]);
      expect([user, code, stdout.trim()]).toEqual([user, 9, "EACCES"]);
    }
    expect((await device.asService([NODE, "-e", ask])).code).toBe(0);
  });

  /** What may change when settings are saved and, after that, applied. */
  const STATE = /^\/var\/lib\/hubwart-hostd(\/settings\.json)?$/;
  const APPLIED = new RegExp(
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
  /** Modes, owners, targets and contents, by the name of the file. */
  async function listing(): Promise<Map<string, string>> {
    const text = await device.must("bash", [
      "-c",
      "find /etc /usr /boot /root /var/lib/hubwart-hostd /run/systemd/system -not -name hubwart-probe.service -printf '%p\\t%m %u %g %l\\n'; " +
        "find /etc /usr /boot /root /var/lib/hubwart-hostd -type f -exec sha256sum {} + | sed -E 's/^(\\S+)  (.*)$/\\2\\t\\1/'",
    ]);
    const files = new Map<string, string>();
    for (const line of text.split("\n")) {
      const [name = "", what = ""] = line.split("\t");
      files.set(name, `${files.get(name) ?? ""} ${what}`);
    }
    return files;
  }
  const changed = (before: Map<string, string>, after: Map<string, string>) =>
    [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));

  let before: Map<string, string>;

  /** Sends each line to the device service, as he can. */
  async function ask(lines: readonly Buffer[], socket = "hostd") {
    await bring("lines", lines.map((one) => one.toString("base64")).join("\n"));
    const arguments_ = [`${TOOLS}/lines`, `/run/hubwart-hostd/${socket}.sock`];
    const { code, stdout } = await device.asService([NODE, `${TOOLS}/fuzz-hostd.mjs`, ...arguments_]);
    expect(code, stdout).toBe(0);
    return JSON.parse(stdout) as {
      sent: number;
      refused: number;
      accepted: Record<string, number>;
      wrong: unknown[];
    };
  }
  const line = (request: object) => Buffer.from(`${JSON.stringify(request)}\n`);

  it("finds no field of the device service that takes what a shell or a file would read otherwise", async () => {
    const state = await device.must("ls", ["-la", "--full-time", "/var/lib/hubwart-hostd"]);
    const result = await ask(smuggled.map(line));
    expect(result).toMatchObject({
      sent: smuggled.length,
      refused: smuggled.length,
      accepted: {},
      wrong: [],
    });
    expect(await device.must("ls", ["-la", "--full-time", "/var/lib/hubwart-hostd"])).toBe(state);
  });

  it("brings the device service neither to fall nor to write anything but its settings", async () => {
    before = await listing();
    const seed = randomInt(2 ** 31);
    const lines = fc.sample(anyLine, { numRuns: 5_000, seed }).map((one) => Buffer.from(one));
    // A restart or another network would end the test, not the service.
    const sent = lines.filter((one) => !/"(reboot|trial-start)"/.test(one.toString()));
    sent.push(Buffer.alloc(200_000, "x"), Buffer.from(`{"verb":"${"x".repeat(70_000)}"}\n`));
    const result = await ask(sent);
    expect(result.wrong, `seed ${seed}`).toEqual([]);
    expect(result.sent).toBe(sent.length);
    expect(result.sent).toBeGreaterThan(3_000);
    expect(result.refused).toBeGreaterThan(1_000);
    expect(VERBS).toEqual(expect.arrayContaining(Object.keys(result.accepted)));
    expect(Object.keys(result.accepted)).toEqual(expect.arrayContaining(["save-hostname", "save-ssh"]));

    expect(await device.unit(HOSTD, "MainPID")).toBe(hostd);
    expect(
      changed(before, await listing()).filter((name) => !STATE.test(name)),
      `seed ${seed}`,
    ).toEqual([]);
    const said = await device.must("journalctl", ["--output=cat", `_PID=${hostd}`]);
    for (const one of said.split("\n")) expect(JSON.parse(one)).toHaveProperty("audit");
  });

  it("gets no container but the catalogue's, and never the engine itself", async () => {
    const started = [
      "--unit=engine",
      "--collect",
      NODE,
      `${TOOLS}/recording-engine.mjs`,
      "/run/docker.sock",
      "/run/notes",
    ];
    await device.must("systemd-run", started);
    await waitFor(async () => (await device.run("test", ["-S", "/run/docker.sock"])).code === 0, {
      what: "engine",
    });
    const reach = (socket: string) =>
      `${NODE} -e 'require("net").connect("${socket}").on("connect", () => process.exit(0)).on("error", (e) => { console.log("Permission denied", e.code); process.exit(9); })'`;
    await expectRefused([reach("/run/docker.sock")]);
    const seed = randomInt(2 ** 31);
    const lines = fc
      .sample(anyAddOnRequest, { numRuns: 1_000, seed })
      .map((one) => JSON.stringify(one))
      .filter((one) => !/"(watch|await-healthy|logs)"/.test(one))
      .map((one) => Buffer.from(`${one}\n`));
    lines.push(line({ verb: "start", id: "mosquitto", parameters: { users: [] } }));
    const result = await ask(lines, "containers");
    expect(result.wrong, `seed ${seed}`).toEqual([]);
    expect(Object.keys(result.accepted)).toContain("start");
    expect(result.refused).toBeGreaterThan(100);
    const notes = (await device.must("cat", ["/run/notes"]))
      .split("\n")
      .map((one) => JSON.parse(one) as Noted);
    expect(notes.some((one) => one.path === "/containers/create")).toBe(true);
    const wrong = notes.map((one) => [forbidden(one), one.path]).filter(([why]) => why !== undefined);
    expect(wrong, `seed ${seed}`).toEqual([]);
    const pid = await device.unit("hubwart-containers.service", "MainPID");
    const said = await device.must("journalctl", ["--output=cat", `_PID=${pid}`]);
    expect(said).not.toContain("secret-");
    await device.must("systemctl", ["stop", "engine.service"]);
    await device.must("rm", ["-f", "/run/docker.sock"]);
  });

  it("has the release service take nothing that is not signed, newer and of the device's channel", async () => {
    // Its folders are made by its first start.
    expect((await ask([line({ verb: "use", version: "9.9.9" })], "releases")).refused).toBe(1);
    const kept = () =>
      device.must("find", [
        "/var/lib/hubwart-releases",
        "-printf",
        "%p %m %u %s %l\n",
        "-name",
        "incoming",
        "-prune",
      ]);
    const [found, units] = [
      await kept(),
      await device.must("systemctl", ["list-units", "--all", "hubwart*"]),
    ];
    const lines = hostileReleaseLines.map((one) => Buffer.from(one));
    const result = await ask(lines, "releases");
    expect(result.wrong).toEqual([]);
    expect(result.accepted).toEqual({});
    expect(result.refused).toBeGreaterThan(150);
    expect(await kept()).toBe(found);
    expect(await device.must("systemctl", ["list-units", "--all", "hubwart*"])).toBe(units);
    const pid = await device.unit("hubwart-releases.service", "MainPID");
    for (const one of (await device.must("journalctl", ["--output=cat", `_PID=${pid}`])).split("\n"))
      expect(JSON.parse(one)).toHaveProperty("audit");
  });

  it("restarts the device by the verb; what then applies what he saved keeps to its files", async () => {
    const boot = await device.machine.bootId();
    const kept = await ask([line({ verb: "save-network", use: false, interfaces: [] })]);
    expect(kept.accepted).toEqual({ "save-network": 1 });
    // The device may be down before it has told.
    await ask([line({ verb: "reboot" })]).catch(() => undefined);
    await device.restarted(boot);
    const files = changed(before, await listing()).filter((name) => !STATE.test(name));
    expect(files).toContain("/etc/hostname");
    expect(files.filter((name) => !APPLIED.test(name))).toEqual([]);
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
    expect(await device.must("hostname")).toMatch(/^[A-Za-z0-9-]+$/);
  });

  it("is what docs/security.md says, each of it shown by a test of this file", async () => {
    const page = await readFile(path.join(repoRoot(), "docs/security.md"), "utf8");
    const names = [...(await readFile(import.meta.filename, "utf8")).matchAll(/^ {2}it\("([^"]+)"/gm)].map(
      ([, name]) => name ?? "",
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.slice(0, -1).filter((name) => !page.includes(name))).toEqual([]);
  });
});
