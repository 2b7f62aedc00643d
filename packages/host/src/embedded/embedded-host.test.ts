import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { UnavailableError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import type { Host } from "../host.ts";
import { embeddedHost } from "./embedded-host.ts";

const folder = useFolder();
let restarts = 0;
const file = () => path.join(folder(), "host-settings.json");
const open = (restart = () => void (restarts += 1)): Promise<Host> =>
  embeddedHost({ dataDir: folder(), file: file(), restart });

beforeEach(() => {
  restarts = 0;
});

describe("settings of a machine that is not changed", () => {
  it("are those of the machine until something is saved", async () => {
    const host = await open();
    expect(await host.hostname.configured()).toBe(os.hostname());
    expect(await host.timeZone.configured()).toBe(await host.timeZone.active());
    expect(await host.network.configured()).toEqual(await host.network.active());
  });
  it("are configured at once, and active after a restart of the device", async () => {
    const host = await open();
    await host.hostname.save("keller");
    await host.timeZone.save("Europe/Lisbon");
    expect([await host.hostname.configured(), await host.hostname.active()]).toEqual([
      "keller",
      os.hostname(),
    ]);
    expect(await (await open()).hostname.active()).toBe(os.hostname());

    await host.power.reboot();
    expect(restarts).toBe(1);
    const next = await open();
    expect([await next.hostname.active(), await next.timeZone.active()]).toEqual(["keller", "Europe/Lisbon"]);
    expect([await next.facts.hostname(), await next.facts.zone()]).toEqual(["keller", "Europe/Lisbon"]);
    expect(os.hostname()).not.toBe("keller");
  });
  it("stay as they are when nothing can be restarted", async () => {
    const host = await open(() => {
      throw new UnavailableError("kein Startprozess");
    });
    await host.hostname.save("keller");
    await expect(host.power.reboot()).rejects.toThrow("kein Startprozess");
    expect([await host.hostname.configured(), await host.hostname.active()]).toEqual([
      "keller",
      os.hostname(),
    ]);
  });
  it("are all kept when several are saved at once", async () => {
    const host = await open();
    const ntp = { use: true, server: "ntp.werk.example", fallback: "" };
    await Promise.all([
      host.hostname.save("a"),
      host.ntp.save(ntp),
      host.ssh.save({ use: true, start: true }),
      host.network.save({ use: true, interfaces: [] }),
    ]);
    const next = await open();
    expect(await next.hostname.configured()).toBe("a");
    expect(await next.ntp.configured()).toEqual(ntp);
    expect(await next.ssh.configured()).toEqual({ use: true, start: true });
    expect((await next.network.configured()).use).toBe(true);
  });
  it("lose what cannot be read, and nothing else", async () => {
    const host = await open();
    await host.hostname.save("keller");
    await host.ssh.save({ use: true, start: false });
    const stored = JSON.parse(await readFile(file(), "utf8")) as { configured: object };
    await writeFile(
      file(),
      JSON.stringify({ configured: { ...stored.configured, hostname: "$(x)", zone: "../etc" } }),
    );
    const next = await open();
    expect(await next.hostname.configured()).toBe(os.hostname());
    expect(await next.timeZone.configured()).toBe(await next.facts.zone());
    expect(await next.ssh.configured()).toEqual({ use: true, start: false });
    expect(await next.settingsLost()).toBeUndefined();
  });
  it.each(["", "{", "[]", "null", '{"configured":7}'])(
    "begin anew with a file that holds %j",
    async (text) => {
      await writeFile(file(), text);
      const host = await open();
      expect(await host.hostname.configured()).toBe(os.hostname());
      expect(await host.settingsLost()).toBeGreaterThan(0);
      await host.hostname.save("keller");
      expect(await readFile(`${file()}.damaged`, "utf8")).toBe(text);
      expect(await (await open()).settingsLost()).toBe(await host.settingsLost());
    },
  );
  it("say what they do not do", async () => {
    const host = await open();
    expect(await host.hostname.support()).toEqual({ supported: true });
    for (const setting of [host.network, host.ntp, host.ssh]) {
      const support = await setting.support();
      expect(support).toMatchObject({ supported: false });
      expect(support.supported ? "" : support.reason).toContain("nicht unterstützt");
    }
    await expect(host.network.trials.start([], 60)).rejects.toThrow(UnavailableError);
  });
});
