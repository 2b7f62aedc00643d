/** The device at work: rights of its processes, what it trusts, what it needs and how fast it is back. */
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { trustedKeySchema, verifyLicense } from "@hubwart/license";
import { createSigningKey, publicHalf, signLicense } from "@hubwart/license/sign";
import { pss, repoRoot, waitFor } from "@hubwart/testing";
import { describe, expect, inject, it } from "vitest";
import type { Appliance } from "./support/appliance.ts";
import { useDevice } from "./support/device.ts";
import { ROUTER } from "./support/lan.ts";
import { ourProcesses } from "./support/processes.ts";

/** capabilities(7) */
const [NET_BIND_SERVICE, NET_RAW] = [1n << 10n, 1n << 13n];

describe("the device", () => {
  let device: Appliance;
  const figures = useDevice("appliance-figures", (booted) => {
    device = booted;
  });

  /** By the name of their bundle. */
  const processes = async () => new Map((await ourProcesses(device)).map((one) => [one.name, one]));
  const status = async (pid: string, field: string) =>
    new RegExp(`^${field}:\\s+(\\S+)`, "m").exec(await device.must("cat", [`/proc/${pid}/status`]))?.[1] ??
    "";

  it("runs all but the device service as its account, with the right to low ports and no other", async () => {
    const found = await processes();
    expect(Object.fromEntries([...found].map(([name, { user }]) => [name, user]))).toEqual({
      launcher: "hubwart",
      appliance: "hubwart",
      hub: "hubwart",
      hostd: "root",
    });
    for (const [name, { pid }] of found) {
      const effective = BigInt(`0x${await status(pid, "CapEff")}`);
      expect(effective, name).toBe(name === "hostd" ? NET_RAW : NET_BIND_SERVICE);
      expect(await status(pid, "NoNewPrivs"), name).toBe("1");
      expect(await status(pid, "Seccomp"), name).toBe("2");
    }
  });

  it("can ping without the right to raw sockets", async () => {
    const { code, stdout } = await device.asService(["/usr/bin/ping", "-c", "1", "-W", "2", ROUTER]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 received")]);
    // AF_INET, SOCK_RAW, ICMP; EPERM is 1.
    expect((await device.asService(["/usr/bin/perl", "-e", "socket(S, 2, 3, 1) or exit $!"])).code).toBe(1);
  });

  it("belongs to the group of serial ports, and may open those and no other devices", async () => {
    const pid = (await processes()).get("hub")?.pid ?? "";
    const groups = await device.must("sed", ["-n", "s/^Groups:\\s*//p", `/proc/${pid}/status`]);
    const dialout = await device.must("sed", ["-n", "s/^dialout:[^:]*:\\([0-9]*\\):.*/\\1/p", "/etc/group"]);
    expect(groups.trim().split(/\s+/)).toContain(dialout);
    expect((await device.unit("hubwart.service", "DeviceAllow")).split("\n").toSorted()).toEqual([
      "char-rtc r",
      "char-ttyACM rw",
      "char-ttyS rw",
      "char-ttyUSB rw",
    ]);
  });

  it("opens a port of that group in its sandbox, takes it for itself and sets its line", async () => {
    // A pseudo-terminal: no filter of devices is at work in a container, rights of files and of system calls are.
    const line =
      'sysopen(M, "/dev/ptmx", 2) or die; my $n = pack("i", 0); ioctl(M, 0x40045431, $n) or die; ' +
      'ioctl(M, 0x80045430, $n) or die; my $p = "/dev/pts/" . unpack("i", $n); chmod 0660, $p or die; ' +
      'chown 0, scalar(getgrnam("dialout")), $p or die; mkdir "/dev/serial"; mkdir "/dev/serial/by-id"; ' +
      'symlink $p, "/dev/serial/by-id/usb-Probe" or die; sleep 600';
    await device.must("systemd-run", [
      "--unit=probe-line",
      "--",
      "/usr/bin/perl",
      "-e",
      line.replaceAll("$", "$$$$"),
    ]);
    const port = "/dev/serial/by-id/usb-Probe";
    await waitFor(async () => (await device.run("test", ["-e", port])).code === 0, { what: "the line" });
    // As a pod does (docs/decisions/serial-ports.md).
    const taken = `exec 0<>${port} && flock --nonblock --exclusive 0 && stty 9600 raw cs8 clocal cread -echo && stty`;
    const set = await device.asService(["/usr/bin/bash", "-c", taken]);
    expect([set.code, set.stdout]).toEqual([0, expect.stringContaining("speed 9600 baud")]);
    await device.must("bash", ["-c", `rm ${port} && systemctl stop probe-line`]);
  });

  it("lets scripts step behind the hub, and nobody before it", async () => {
    // As the process of the scripts does (apps/hub/src/scripts/behind-the-hub.ts).
    const behind = "renice 10 $BASHPID && taskset --all-tasks --cpu-list --pid 0 $BASHPID";
    const stepped = await device.asService(["/usr/bin/bash", "-c", behind]);
    expect([stepped.code, stepped.stdout]).toEqual([0, expect.stringContaining("new affinity list: 0")]);
    const before = await device.asService(["/usr/bin/bash", "-c", "renice -n -20 $BASHPID"]);
    expect([before.code, before.stdout]).toEqual([1, expect.stringContaining("failed to set priority")]);
  });

  it("keeps its data and its sockets from every other account", async () => {
    for (const file of ["/var/lib/hubwart", "/var/lib/hubwart-hostd"]) {
      expect((await device.run("runuser", ["-u", "nobody", "--", "ls", file])).code, file).toBe(2);
    }
    const connect =
      "require('net').connect('/run/hubwart-hostd/hostd.sock').on('error', (e) => { console.log(e.code); process.exit(9); })";
    const node = "/usr/lib/hubwart/node/bin/node";
    const { code, stdout } = await device.run("runuser", ["-u", "nobody", "--", node, "-e", connect]);
    expect([code, stdout.trim()]).toEqual([9, "EACCES"]);
  });

  it("contains no vendor service and takes no licence of a development key", async () => {
    const content = execFileSync("dpkg-deb", ["--contents", inject("roots").deb], { encoding: "utf8" });
    expect(content).toContain("./usr/lib/hubwart/server/launcher.mjs");
    expect(content).not.toMatch(/vendor/i);
    const unusual = content
      .split("\n")
      .filter((line) => line && !/^([d-]rwxr-xr-x|-rw-r--r--) root\/root /.test(line));
    expect(unusual).toEqual([]);
    const search = await device.run("grep", ["-rlE", "development-key", "/usr/lib/hubwart/server"]);
    expect([search.code, search.stdout]).toEqual([1, ""]);

    const { fingerprint } = (await device.api.get("/license")).body as { fingerprint: string };
    const key = createSigningKey(new Date());
    const claims = {
      key: "TEST",
      name: "Test",
      fingerprint,
      meta: {},
      expiry: new Date(Date.now() + 86_400_000).toISOString(),
      issued: new Date().toISOString(),
    };
    const licence = signLicense(claims, key);
    const trusted = trustedKeySchema.parse(publicHalf(key));
    const judged = { fingerprint, now: Date.now() };
    expect(verifyLicense(licence, { ...judged, trustedKeys: [trusted] }).valid).toBe(true);
    const write = "install -d -o hubwart -m 700 $1 && cat > $1/$2 && chown hubwart $1/$2";
    const put = (folder: string, name: string, input: string) =>
      device.must("bash", ["-c", write, "write", `/var/lib/hubwart/${folder}`, name], { input });
    await put("license", "license.jws", licence);
    await put("vendor", "development-key.json", JSON.stringify(trusted));
    await device.must("bash", ["-c", "echo HUBWART_EMBEDDED_VENDOR=on >> /etc/default/hubwart"]);
    await device.must("systemctl", ["restart", "hubwart"]);
    await device.find();
    expect((await device.api.get("/license")).body).toMatchObject({
      valid: false,
      fingerprint,
      reason: expect.stringContaining("nicht vom Hersteller"),
    });
    await device.must("sed", ["-i", "/EMBEDDED_VENDOR/d", "/etc/default/hubwart"]);
  });

  it("comes back by itself after a restart of the device", async () => {
    const boot = await device.machine.bootId();
    const since = performance.now();
    expect((await device.api.get("/system/restart", { action: "reboot" })).body["code"]).toBe(0);
    await device.restarted(boot);
    figures["device restart to console ready, s"] = Number(((performance.now() - since) / 1000).toFixed(1));
    expect((await device.api.get("/network/hostname")).body["code"]).toBe(0);
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
  });

  it("gets its time from the server of its network", async () => {
    await device.must("bash", [
      "-c",
      `mkdir -p /etc/systemd/timesyncd.conf.d && printf '[Time]\\nNTP=${ROUTER}\\n' > /etc/systemd/timesyncd.conf.d/test.conf`,
    ]);
    await device.must("systemctl", ["restart", "systemd-timesyncd"]);
    await waitFor(
      async () => (await device.must("timedatectl", ["timesync-status"])).includes(`Server: ${ROUTER}`),
      { what: "an answer of the time server", timeout: 30_000, interval: 300 },
    );
  });

  it("tells what it needs", async () => {
    for (const [name, { pid }] of await processes()) {
      figures[`PSS of ${name}, MB`] = Number(
        ((await pss(await device.machine.outside(pid))) / 1e6).toFixed(1),
      );
    }
    figures["package, MB"] = Number((statSync(inject("roots").deb).size / 1e6).toFixed(1));
    figures["installed, MB"] = Number(await device.must("bash", ["-c", "du -sm /usr/lib/hubwart | cut -f1"]));
  });

  it("has no exposure but those that docs/security.md explains", async () => {
    const units = [
      "hubwart.service",
      "hubwart-hostd.service",
      "hubwart-boot.service",
      "hubwart-containers.service",
      "hubwart-releases.service",
    ];
    const explained = await exposuresInDocument(units.length);
    for (const [column, unit] of units.entries()) {
      const text = await device.must("systemd-analyze", ["security", "--no-pager", unit]);
      figures[`exposure of ${unit}`] = Number(/exposure level for \S+: ([0-9.]+)/.exec(text)?.[1]);
      const found = [...text.matchAll(/^✗ (\S+)/gm)].map(([, name = ""]) => name);
      expect(found.toSorted(), unit).toEqual(explained[column]?.toSorted());
    }
  });
});

/** Of each unit, in the order of the columns: what the table says of it. */
async function exposuresInDocument(columns: number): Promise<string[][]> {
  const text = await readFile(path.join(repoRoot(), "docs/security.md"), "utf8");
  const section = /^## Units on the appliance[\s\S]*?(?=^## )/m.exec(text)?.[0] ?? "";
  const rows = [...section.matchAll(/^\| `([^`]+)` \|(.*)$/gm)].map(([, name = "", rest = ""]) => ({
    name: name.replaceAll("\\|", "|"),
    marks: rest.split("|").slice(0, columns),
  }));
  return Array.from({ length: columns }, (_one, column) =>
    rows.filter(({ marks }) => marks[column]?.trim() === "x").map(({ name }) => name),
  );
}
