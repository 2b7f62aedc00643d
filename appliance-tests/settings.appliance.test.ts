/**
 * Every setting of the device through the API: after a save the configured value is new, the active one and the system
 * itself are as before; after the restart of the device the system has it, as its own tools say.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixed, leased, switchedOff } from "./support/adapters.ts";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { keepFigures, timed } from "./support/figures.ts";
import { ROUTER, ROUTER_LAN1, ROUTER_TOO } from "./support/lan.ts";
import { dnsOf, networkNow, systemNow } from "./support/observe.ts";
import { must, run } from "./support/run.ts";

const PASSWORD = "ein gutes Passwort";
const FIXED = "10.77.0.20";
const FIXED_LAN1 = "10.78.0.20";
const LAN0_FIXED = fixed("lan0", FIXED, { gw: ROUTER, dns1: ROUTER_TOO, dns2: ROUTER });
const LAN1_FIXED = fixed("lan1", FIXED_LAN1);
const DROP_IN = "/etc/systemd/timesyncd.conf.d/50-hubwart.conf";

describe("settings of the device", () => {
  let device: Appliance;
  const scratch = useSharedFolder();
  const figures: Record<string, number | string> = {};
  beforeAll(async () => {
    await must("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(scratch(), "key")]);
    device = await bootAppliance({
      change: async (root) => {
        await mkdir(path.join(root, "root/.ssh"), { recursive: true, mode: 0o700 });
        const key = await readFile(path.join(scratch(), "key.pub"), "utf8");
        await writeFile(path.join(root, "root/.ssh/authorized_keys"), key, { mode: 0o600 });
      },
    });
    await device.api.signIn(PASSWORD);
  });
  afterAll(async () => {
    await device?.stop();
    await keepFigures("appliance-settings-figures", figures);
  });

  const get = async (what: string) => (await device.api.get(`/network/${what}`)).body;
  /** @param saves path below /network → body. All answer that the device must be restarted, and change nothing yet. */
  async function save(saves: [what: string, body: object][]): Promise<void> {
    const [before, active] = [await systemNow(device), await actives()];
    for (const [what, body] of saves) {
      const { ms, value } = await timed(() => device.api.post(`/network/${what}`, body));
      expect(value.body, what).toEqual({ code: 0, restart: "device" });
      figures[`save ${what}, ms`] = ms;
      expect(await get(what), what).toMatchObject(body);
    }
    expect(await actives()).toEqual(active);
    expect(await systemNow(device)).toEqual(before);
  }
  const actives = async () =>
    Object.fromEntries(
      await Promise.all(
        ["hostname", "tz/config", "ntp/config", "ssh/config", "interfaces/config"].map(
          async (what) => [what, (await get(what))["active"]] as const,
        ),
      ),
    );
  /** @returns where the console is then, on `adapter` */
  async function restart(): Promise<string> {
    const boot = await device.machine.bootId();
    const { ms, value } = await timed(async () => {
      expect((await device.api.get("/system/restart", { action: "reboot" })).body["code"]).toBe(0);
      return device.restarted(boot);
    });
    figures["restart until the console answers, s"] = Math.round(ms / 100) / 10;
    figures["boot step that applies all settings, ms"] = await bootStep();
    expect(await device.unit("hubwart-boot.service", "Result")).toBe("success");
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
    return value;
  }
  async function bootStep(): Promise<number> {
    const at = async (moment: string) =>
      Number(await device.unit("hubwart-boot.service", `ExecMain${moment}TimestampMonotonic`));
    return Math.round(((await at("Exit")) - (await at("Start"))) / 1000);
  }
  const zone = () => device.must("timedatectl", ["show", "--value", "--property=Timezone"]);
  const asks = (server: string) =>
    waitFor(
      async () => (await device.must("timedatectl", ["timesync-status"])).includes(`Server: ${server}`),
      {
        what: `an answer of the time server ${server}`,
        timeout: 40_000,
        interval: 300,
      },
    );
  /** Signs in over SSH from the router and runs hostname(1). @returns what it prints, or why not */
  async function ssh(): Promise<string> {
    const [address = ""] = await device.addresses();
    const options = [
      "BatchMode=yes",
      "ConnectTimeout=5",
      "StrictHostKeyChecking=no",
      "UserKnownHostsFile=/dev/null",
    ];
    const inside = [`--net=${device.lan.routerNet}`, "--", "ssh", "-i", path.join(scratch(), "key")];
    const how = options.flatMap((option) => ["-o", option]);
    const { code, stdout, stderr } = await run("nsenter", [...inside, ...how, `root@${address}`, "hostname"]);
    return code === 0 ? stdout.trim() : stderr.trim();
  }

  it("keeps what is saved for the restart of the device", async () => {
    expect(await ssh()).toBe("debian");
    expect(await get("interfaces/config")).toMatchObject({
      use: false,
      interfaces: [
        { device: "lan0", carrier: true, active: true, dhcp: true },
        { device: "lan1", active: false },
      ],
    });
    await save([
      ["hostname", { hostname: "keller" }],
      ["tz/config", { zone: "Europe/Lisbon" }],
      ["ntp/config", { use: true, server: "ntp.test", fallback: "" }],
      ["ssh/config", { use: false, start: false }],
      ["interfaces/config", { use: true, interfaces: [LAN0_FIXED, leased("lan1")] }],
    ]);
    expect(await ssh()).toBe("debian");
  });

  it("has name, zone, time servers, a fixed address and the second adapter then; SSH is masked", async () => {
    expect(await restart()).toBe(FIXED);

    expect(await device.must("hostnamectl", ["--static"])).toBe("keller");
    expect(await device.must("hostname")).toBe("keller");
    expect(await device.must("getent", ["hosts", "keller"])).toContain("127.0.1.1");
    expect(await zone()).toBe("Europe/Lisbon");
    expect(await device.must("cat", ["/etc/timezone"])).toBe("Europe/Lisbon");

    expect(await device.addresses("lan0")).toEqual([FIXED]);
    expect((await networkNow(device)).routes).toContainEqual(
      expect.stringContaining(`default ${ROUTER} lan0`),
    );
    expect(await dnsOf(device, "lan0")).toEqual([ROUTER_TOO, ROUTER]);
    expect(await device.must("resolvectl", ["query", "router.test"])).toContain(ROUTER);
    expect(await device.must("networkctl", ["--no-pager", "status", "lan0"])).toContain(
      "10-hubwart-lan0.network",
    );
    await waitFor(async () => (await device.addresses("lan1")).length === 1, { what: "an address of lan1" });
    expect(await device.addresses("lan1")).toEqual([expect.stringMatching(/^10\.78\.0\.(5\d|60)$/)]);

    expect(await device.unit("ssh.service", "LoadState")).toBe("masked");
    expect(await device.unit("ssh.socket", "LoadState")).toBe("masked");
    expect(await ssh()).toContain("Connection refused");
    await expect(device.lan.door.connect(FIXED, 22)).rejects.toThrow("ECONNREFUSED");

    await asks(`${ROUTER} (ntp.test)`);
    expect(await actives()).toMatchObject({
      hostname: "keller",
      "tz/config": "Europe/Lisbon",
      "ntp/config": { use: true, server: "ntp.test", fallback: "" },
      "ssh/config": { use: false, start: false },
      "interfaces/config": {
        use: true,
        interfaces: [
          LAN0_FIXED,
          { device: "lan1", active: true, dhcp: true, ip: expect.stringMatching(/^10\.78\./) },
        ],
      },
    });
    expect((await device.api.post("/network/hostname", { hostname: "keller" })).body["restart"]).toBe(
      "nothing",
    );
  });

  it("goes back to DHCP, switches the second adapter off, and asks the second time server if the first is silent", async () => {
    await save([
      ["hostname", { hostname: "dach-1" }],
      ["tz/config", { zone: "UTC" }],
      ["ntp/config", { use: true, server: "10.77.0.99", fallback: ROUTER_TOO }],
      ["ssh/config", { use: true, start: false }],
      ["interfaces/config", { use: true, interfaces: [leased("lan0"), switchedOff("lan1")] }],
    ]);
    expect(await device.must("hostnamectl", ["--static"])).toBe("keller");
    const address = await restart();
    expect(address).toMatch(/^10\.77\.0\.(5\d|60)$/);
    expect(await device.addresses("lan0")).toEqual([address]);
    const now = await networkNow(device);
    expect(now.up).toEqual(["lan0"]);
    expect(now.addresses).toEqual([`lan0 ${address}/24 dynamic`]);
    expect(await dnsOf(device, "lan0")).toEqual([ROUTER]);
    expect([await device.must("hostname"), await zone()]).toEqual(["dach-1", "UTC"]);

    expect(await device.unit("ssh.service", "UnitFileState")).toBe("disabled");
    expect(await device.unit("ssh.service", "ActiveState")).toBe("inactive");
    expect(await ssh()).toContain("Connection refused");
    await device.must("systemctl", ["start", "ssh"]);
    expect(await ssh()).toBe("dach-1");
    await asks(ROUTER_TOO);
  });

  it("leaves the network to the system, asks for no time, and starts SSH with the device", async () => {
    await save([
      ["ntp/config", { use: false, server: "ntp.test", fallback: "" }],
      ["ssh/config", { use: true, start: true }],
    ]);
    expect((await device.api.get("/network/interfaces/disable")).body).toEqual({
      code: 0,
      restart: "device",
    });
    expect(Object.keys((await networkNow(device)).files)).toContain("10-hubwart-lan0.network");
    const address = await restart();
    const now = await networkNow(device);
    expect(Object.keys(now.files)).toEqual(["80-lan0.network"]);
    expect(now.addresses).toEqual([`lan0 ${address}/24 dynamic`]);
    expect(await get("interfaces/config")).toMatchObject({ use: false, active: { use: false } });
    expect(await ssh()).toBe("dach-1");
    expect(await device.unit("ssh.service", "UnitFileState")).toBe("enabled");
    expect(await device.unit("systemd-timesyncd.service", "ActiveState")).toBe("inactive");
    expect(await device.must("timedatectl", ["show", "--value", "--property=NTP"])).toBe("no");
    expect(await device.must("cat", [DROP_IN])).toContain("NTP=ntp.test");
  });

  it("takes the network over again, with a fixed address on the second adapter", async () => {
    expect((await device.api.get("/network/interfaces/enable")).body).toEqual({ code: 0, restart: "device" });
    await save([["interfaces/config", { interfaces: [leased("lan0"), LAN1_FIXED] }]]);
    const address = await restart();
    const now = await networkNow(device);
    expect(Object.keys(now.files)).toEqual([
      "10-hubwart-lan0.network",
      "10-hubwart-lan1.network",
      "80-lan0.network",
    ]);
    expect(now.addresses).toEqual([`lan0 ${address}/24 dynamic`, `lan1 ${FIXED_LAN1}/24`]);
    await device.must("ping", ["-c", "1", "-W", "2", ROUTER_LAN1]);
    expect((await device.apiAt(FIXED_LAN1).get("/info")).status).toBe(200);
  });

  it("refuses what the system lacks, with the reason, and keeps all else working", async () => {
    const unit = "/usr/lib/systemd/system/systemd-timesyncd.service";
    await device.must("mv", [unit, `${unit}.away`]);
    const before = await get("ntp/config");
    expect(before["support"]).toEqual({
      supported: false,
      reason: "Auf diesem Gerät nicht unterstützt: Der Dienst systemd-timesyncd fehlt.",
    });
    const { body } = await device.api.post("/network/ntp/config", {
      use: true,
      server: ROUTER,
      fallback: "",
    });
    expect(body).toEqual({ code: 1600, message: (before["support"] as { reason: string }).reason });
    expect(await get("ntp/config")).toEqual(before);
    await save([["hostname", { hostname: "speicher" }]]);
    await device.must("mv", [`${unit}.away`, unit]);
    expect((await get("ntp/config"))["support"]).toEqual({ supported: true });
  });
});
