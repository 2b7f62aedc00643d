/**
 * Somebody owns the web process: code of his runs with all that hubwart.service has and has not. What he cannot do, as
 * docs/security.md says it. Each attempt is also made with more rights, where it must succeed: it is a real one.
 */
import { randomInt } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot, waitFor } from "@hubwart/testing";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forbidden, type Noted } from "../apps/hostd/src/testing/engine-rules.ts";
import { anyAddOnRequest } from "../apps/hostd/src/testing/hostile-add-ons.ts";
import { hostileReleaseLines } from "../apps/hostd/src/testing/hostile-releases.ts";
import { anyLine, smuggled, VERBS } from "../apps/hostd/src/testing/hostile-requests.ts";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import {
  APPLIED,
  Attacker,
  changed,
  HOSTD,
  line,
  NODE,
  PASSWORD,
  SEIZING,
  STATE,
  SYSTEM_FILES,
  SYSTEM_FOLDERS,
  TOOLS,
  WRITABLE,
} from "./support/attacker.ts";
import { ROUTER } from "./support/lan.ts";

describe("an attacker who owns the web process", () => {
  let device: Appliance;
  let attacker: Attacker;
  let hostd: string;
  beforeAll(async () => {
    device = await bootAppliance({
      change: (root) => mkdir(path.join(root, TOOLS)),
    });
    attacker = new Attacker(device);
    for (const name of ["calls.pl", "fuzz-hostd.mjs", "seize.pl", "writable.mjs"]) {
      await attacker.bring(name, await readFile(path.join(import.meta.dirname, "support", name), "utf8"));
    }
    const engine = path.join(repoRoot(), "apps/hostd/src/testing/recording-engine.mjs");
    await attacker.bring("recording-engine.mjs", await readFile(engine, "utf8"));
    await device.api.signIn(PASSWORD);
    hostd = await device.unit(HOSTD, "MainPID");
  });
  afterAll(() => device?.stop());

  it("reads nothing of root's or of other processes", async () => {
    const mapped = (await device.must("head", ["-n", "1", `/proc/${hostd}/maps`])).split("-")[0] ?? "";
    const memory = `$b = "\\0" x 8; $l = pack("JJ", unpack("J", pack("P", $b)), 8); $r = pack("JJ", 0x${mapped}, 8);`;
    await attacker.expectRefused([
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
    const found = stdout.trim().split("\n");
    expect(found.sort()).toEqual([...WRITABLE].sort());
    await attacker.expectRefused([
      ...SYSTEM_FOLDERS.map((folder) => `touch ${folder}/x && rm ${folder}/x`),
      ...SYSTEM_FILES.map((file) => `: >> ${file}`),
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
    await attacker.expectRefused([
      "perl -e 'socket(S, 2, 3, 1) or die qq($!\\n)'",
      "perl -e 'socket(S, 17, 3, 0x0300) or die qq($!\\n)'",
      "ip link add gone type veth peer name too && ip link del gone",
      "ip addr add 10.9.9.9/32 dev lan1 && ip addr del 10.9.9.9/32 dev lan1",
      `ip route add 10.9.0.0/16 via ${ROUTER} && ip route del 10.9.0.0/16`,
      "ip neigh replace 10.77.0.99 lladdr 02:00:00:00:00:01 dev lan0",
    ]);
  });

  it("gives orders to no service of the system", async () => {
    await attacker.expectRefused([
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
    expect((await attacker.attempt(end)).filter(({ code }) => code === 0)).toEqual([]);
    expect(await device.machine.bootId()).toBe(boot);
    expect(await device.unit(HOSTD, "MainPID")).toBe(hostd);
  });

  it("gains no rights by any program, file or namespace", async () => {
    const account = ["runuser", "-u", "hubwart", "--"];
    const folder = "/mnt";
    await device.must("mount", ["-t", "tmpfs", "tmpfs", folder]);
    await device.must("bash", ["-c", `cp /usr/bin/bash ${folder}/root && chmod 4755 ${folder}/root`]);
    const own = "/var/lib/hubwart/attack";
    await attacker.expectRefused(
      [
        `${folder}/root -p -c '[ $EUID = 0 ] || { echo not permitted; false; }'`,
        "unshare --user --map-root-user true",
        "unshare --user --net true",
        `cp /usr/bin/id ${own} && chmod 4755 ${own}; code=$?; rm -f ${own}; exit $code`,
      ],
      account,
    );
    await attacker.expectRefused([
      `mknod ${own} b 254 0 && rm ${own}`,
      `chown root ${own}.x 2> /dev/null; touch ${own}.x && chown root ${own}.x; code=$?; rm -f ${own}.x; exit $code`,
      "setpriv --reuid=0 --clear-groups true",
      "nsenter --target 1 --mount true",
      "chroot / true",
    ]);
  });

  it("takes over no terminal of root's when root sets the password", async () => {
    const seize = () => device.asService(["/usr/bin/perl", `${TOOLS}/seize.pl`, SEIZING]);
    const [seized, shown] = await Promise.all([seize(), attacker.atTerminal("hubwart password reset")]);
    expect(seized.stdout).toBe("terminal 0\nfiles 0\ninspector closed\n");
    expect(shown).not.toContain(PASSWORD);
    await device.must("rm", [SEIZING]);
    // Without what the command does about it all three are there.
    const plainly = `setpriv --reuid=hubwart --regid=hubwart --clear-groups env HUBWART_DATA_DIR=/var/lib/hubwart ${NODE} /usr/lib/hubwart/server/cli.mjs password reset`;
    const [open] = await Promise.all([seize(), attacker.atTerminal(plainly)]);
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

  let before: Map<string, string>;

  it("finds no field of the device service that takes what a shell or a file would read otherwise", async () => {
    const state = await device.must("ls", ["-la", "--full-time", "/var/lib/hubwart-hostd"]);
    const result = await attacker.ask(smuggled.map(line));
    expect(result).toMatchObject({
      sent: smuggled.length,
      refused: smuggled.length,
      accepted: {},
      wrong: [],
    });
    expect(await device.must("ls", ["-la", "--full-time", "/var/lib/hubwart-hostd"])).toBe(state);
  });

  it("brings the device service neither to fall nor to write anything but its settings", async () => {
    before = await attacker.listing();
    const seed = randomInt(2 ** 31);
    const lines = fc.sample(anyLine, { numRuns: 5_000, seed }).map((one) => Buffer.from(one));
    // A restart or another network would end the test, not the service.
    const sent = lines.filter((one) => !/"(reboot|trial-start)"/.test(one.toString()));
    sent.push(Buffer.alloc(200_000, "x"), Buffer.from(`{"verb":"${"x".repeat(70_000)}"}\n`));
    const result = await attacker.ask(sent);
    expect(result.wrong, `seed ${seed}`).toEqual([]);
    expect(result.sent).toBe(sent.length);
    expect(result.sent).toBeGreaterThan(3_000);
    expect(result.refused).toBeGreaterThan(1_000);
    expect(VERBS).toEqual(expect.arrayContaining(Object.keys(result.accepted)));
    expect(Object.keys(result.accepted)).toEqual(expect.arrayContaining(["save-hostname", "save-ssh"]));

    expect(await device.unit(HOSTD, "MainPID")).toBe(hostd);
    expect(
      changed(before, await attacker.listing()).filter((name) => !STATE.test(name)),
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
    await attacker.expectRefused([reach("/run/docker.sock")]);
    const seed = randomInt(2 ** 31);
    const lines = fc
      .sample(anyAddOnRequest, { numRuns: 1_000, seed })
      .map((one) => JSON.stringify(one))
      .filter((one) => !/"(watch|await-healthy|logs)"/.test(one))
      .map((one) => Buffer.from(`${one}\n`));
    lines.push(line({ verb: "start", id: "mosquitto", parameters: { users: [] } }));
    const result = await attacker.ask(lines, "containers");
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
    expect((await attacker.ask([line({ verb: "use", version: "9.9.9" })], "releases")).refused).toBe(1);
    const kept = () =>
      device.must("find", [
        "/var/lib/hubwart-releases",
        "-printf",
        "%p %m %u %s %l\n",
        "-name",
        "incoming",
        "-prune",
      ]);
    // Whether the service is at work changes: it ends itself when nobody asks.
    const units = async () =>
      (await device.must("systemctl", ["list-units", "--all", "--plain", "--no-legend", "hubwart*"]))
        .split("\n")
        .map((one) => one.split(" ", 1)[0]);
    const [found, known] = [await kept(), await units()];
    const lines = hostileReleaseLines.map((one) => Buffer.from(one));
    const result = await attacker.ask(lines, "releases");
    expect(result.wrong).toEqual([]);
    expect(result.accepted).toEqual({});
    expect(result.refused).toBeGreaterThan(150);
    expect(await kept()).toBe(found);
    expect(await units()).toEqual(known);
    const said = await device.must("journalctl", ["--output=cat", "_SYSTEMD_UNIT=hubwart-releases.service"]);
    for (const one of said.split("\n")) expect(JSON.parse(one)).toHaveProperty("audit");
  });

  it("restarts the device by the verb; what then applies what he saved keeps to its files", async () => {
    const boot = await device.machine.bootId();
    const kept = await attacker.ask([line({ verb: "save-network", use: false, interfaces: [] })]);
    expect(kept.accepted).toEqual({ "save-network": 1 });
    // The device may be down before it has told.
    await attacker.ask([line({ verb: "reboot" })]).catch(() => undefined);
    await device.restarted(boot);
    const files = changed(before, await attacker.listing()).filter((name) => !STATE.test(name));
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
