/** The Debian package on a booted Debian: installed, upgraded, removed and put back, purged. */
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { fileOf } from "../packages/host/src/systemd/network-files.ts";
import { systemPaths } from "../packages/host/src/systemd/paths.ts";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { makePackage } from "./support/prepare.ts";

const PASSWORD = "ein gutes Passwort";
const OTHER = "ein anderes Passwort";
const UNITS = [
  "hubwart.service",
  "hubwart-boot.service",
  "hubwart-containers.socket",
  "hubwart-hostd.service",
  "hubwart-hostd.socket",
  "hubwart-releases.socket",
];

describe("the package", () => {
  let device: Appliance;
  const scratch = useSharedFolder();
  beforeAll(async () => {
    device = await bootAppliance({ installed: false });
  });
  afterAll(async () => {
    await device?.stop();
  });

  const version = async () =>
    (await device.run("dpkg-query", ["--show", "--showformat=${db:Status-Abbrev} ${Version}", "hubwart"]))
      .stdout;
  const setup = async () => ((await device.api.get("/info")).body["system"] as { setup: boolean }).setup;
  const signsIn = async (password: string) => {
    const [address = ""] = await device.addresses();
    return (await device.apiAt(address).post("/login", { pwd: password })).body["code"];
  };
  /** Everything of ours that the system still knows of. */
  const traces = () =>
    device.must("bash", [
      "-c",
      "{ find / -xdev -iname '*hubwart*' -not -path '/root/*' -not -path '/var/log/journal/*'; " +
        "grep -rl --exclude='*-' hubwart /etc; systemctl list-unit-files --no-legend 'hubwart*'; " +
        "pgrep -af /usr/lib/[h]ubwart; getent passwd hubwart; } || true",
    ]);
  async function install(deb: string): Promise<void> {
    await cp(deb, path.join(device.root, "root/hubwart.deb"));
    await device.must("dpkg", ["--force-unsafe-io", "--install", "/root/hubwart.deb"]);
    await rm(path.join(device.root, "root/hubwart.deb"));
  }

  it("starts the service as its account, which takes the first password over https", async () => {
    expect(await traces()).toBe("");
    await install(inject("roots").deb);
    await device.find();
    expect(await version()).toBe("ii  0.1.0");
    expect(await setup()).toBe(false);
    await device.api.signIn(PASSWORD);
    expect(await setup()).toBe(true);
    for (const unit of UNITS) expect(await device.unit(unit, "UnitFileState"), unit).toBe("enabled");
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
    expect(await device.unit("hubwart.service", "User")).toBe("hubwart");
    const modes = [
      "--format=%a %U %n",
      "/var/lib/hubwart",
      "/var/lib/hubwart-hostd",
      "/var/lib/hubwart-releases",
      "/run/hubwart-hostd/hostd.sock",
      "/run/hubwart-hostd/containers.sock",
      "/run/hubwart-hostd/releases.sock",
    ];
    expect((await device.must("stat", modes)).split("\n")).toEqual([
      "700 hubwart /var/lib/hubwart",
      "700 root /var/lib/hubwart-hostd",
      "755 root /var/lib/hubwart-releases",
      "600 hubwart /run/hubwart-hostd/hostd.sock",
      "600 hubwart /run/hubwart-hostd/containers.sock",
      "600 hubwart /run/hubwart-hostd/releases.sock",
    ]);
  });

  it("sends people from http to https", async () => {
    const [address = ""] = await device.addresses();
    const answer = await device.fetch(`http://${address}/login`);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, `https://${address}/login`]);
  });

  it("keeps sessions, settings and an administrator's changes over an upgrade", async () => {
    expect((await device.api.post("/network/hostname", { hostname: "keller" })).body["code"]).toBe(0);
    await device.must("bash", ["-c", "echo HUBWART_PRODUCT=Kellerhub >> /etc/default/hubwart"]);
    await device.must("systemctl", ["disable", "--quiet", "hubwart-boot.service"]);
    const pids = () =>
      Promise.all(["hubwart.service", "hubwart-hostd.service"].map((unit) => device.unit(unit, "MainPID")));
    const [service, hostd] = await pids();
    await install(await makePackage(["--version", "0.1.1", "--fast", "--out", scratch()]));
    await device.find();
    expect(await version()).toBe("ii  0.1.1");
    expect((await device.api.get("/network/hostname")).body).toMatchObject({ code: 0, hostname: "keller" });
    const now = await pids();
    expect([now[0] !== service, now[1] !== hostd, now.includes("0")], String(now)).toEqual([
      true,
      true,
      false,
    ]);
    expect((await device.api.get("/info")).body["product"]).toBe("Kellerhub");
    expect(await device.unit("hubwart-boot.service", "UnitFileState")).toBe("disabled");
    expect(await device.must("cat", ["/usr/lib/hubwart/appliance"])).toBe("0.1.1");
  });

  it("has a command that sets the password anew and checks projects", async () => {
    const reset = ["password", "reset"];
    const refused = await device.run("runuser", ["-u", "nobody", "--", "hubwart", ...reset], {
      input: `${OTHER}\n`,
    });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("sudo hubwart password reset"),
    ]);
    expect(await signsIn(PASSWORD)).toBe(0);
    expect((await device.run("hubwart", reset, { input: `${OTHER}\n` })).stdout).toContain("neu gesetzt");
    expect((await device.api.get("/network/hostname")).status).toBe(401);
    expect(await signsIn(PASSWORD)).not.toBe(0);
    expect(await signsIn(OTHER)).toBe(0);
    // A link's own mode says nothing (it is always 0777); what it leads to is looked at itself.
    const open = ["-not", "-type", "l", "-perm", "/077"];
    const foreign = ["/var/lib/hubwart", "(", "-not", "-user", "hubwart", "-o", ...open, ")"];
    expect(await device.must("find", foreign)).toBe("");
    await device.must("hubwart", ["project", "template", "/root/vorlage.xlsx"]);
    expect((await device.run("hubwart", ["project", "check", "/root/vorlage.xlsx"])).code).toBe(0);
  });

  it("leaves data and account when it is removed, and finds them again", async () => {
    await device.must("dpkg", ["--remove", "hubwart"]);
    expect(await device.run("pgrep", ["-af", "/usr/lib/hubwart"])).toMatchObject({ code: 1, stdout: "" });
    for (const unit of UNITS) expect(await device.unit(unit, "LoadState"), unit).toBe("not-found");
    expect(await device.must("ls", ["/var/lib/hubwart/state.db", "/etc/default/hubwart"])).toContain(
      "state.db",
    );
    await install(inject("roots").deb);
    await device.find();
    expect(await signsIn(OTHER)).toBe(0);
  });

  it("leaves nothing when it is purged", async () => {
    // As the device service names them, once settings are applied.
    const { networkFolder, timesyncDropIn } = systemPaths("/");
    for (const file of [path.join(networkFolder, fileOf("lan0")), timesyncDropIn]) {
      await device.must("install", ["-D", "/dev/null", file]);
    }
    await device.must("dpkg", ["--purge", "hubwart"]);
    expect(await traces()).toBe("");
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
  });
});
