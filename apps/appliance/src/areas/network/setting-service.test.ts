import { beforeEach, describe, expect, it } from "vitest";
import { OwnNames } from "./own-names.ts";
import { SettingService } from "./setting-service.ts";
import { MemoryDevice } from "./testing.ts";

let device: MemoryDevice;
let names: OwnNames;
let service: SettingService;
let saves: number;
beforeEach(async () => {
  device = new MemoryDevice();
  names = await OwnNames.start(device.host);
  saves = 0;
  service = new SettingService(device.host, {
    renamed: () => names.refresh(),
    saved: () => void (saves += 1),
  });
});

describe("the host name", () => {
  it("is configured at once, active after a restart, and answered under both in between", async () => {
    expect(await service.saveHostname("keller")).toEqual({
      restart: "device",
      before: "hubwart",
      after: "keller",
    });
    expect(await service.hostname()).toMatchObject({ configured: "keller", active: "hubwart" });
    expect(names.list()).toEqual(["hubwart", "hubwart.local", "keller", "keller.local"]);
    device.hostname.activate();
    expect((await service.saveHostname("keller")).restart).toBe("nothing");
  });
  it("that cannot be read leaves the others", async () => {
    device.host.facts.hostname = () => Promise.reject(new Error("away"));
    await names.refresh();
    expect(names.list()).toEqual(["hubwart", "hubwart.local"]);
  });
});

describe("zone, time servers and SSH", () => {
  it("say that something was saved, and nothing of what was refused", async () => {
    await service.saveZone("Europe/Lisbon");
    await service.saveSsh({ use: true, start: true });
    await service.saveNtp({ use: true, server: "", fallback: "10.0.0.1" });
    await service.saveHostname("keller");
    expect(saves).toBe(4);
    await expect(service.saveNtp({ use: true, server: "", fallback: "" })).rejects.toThrow();
    expect(saves).toBe(4);
  });
  it("say what has to be restarted", async () => {
    expect((await service.saveZone("Europe/Lisbon")).restart).toBe("device");
    expect((await service.saveZone("Europe/Lisbon")).restart).toBe("device");
    device.zone.activate();
    expect((await service.saveZone("Europe/Lisbon")).restart).toBe("nothing");
  });
  it("need a time server when one is to be used", async () => {
    await expect(service.saveNtp({ use: true, server: "", fallback: "" })).rejects.toMatchObject({
      fields: [{ field: "server" }],
    });
    expect((await service.ntp()).configured.use).toBe(false);
    await service.saveNtp({ use: true, server: "", fallback: "10.0.0.1" });
    await service.saveNtp({ use: false, server: "", fallback: "" });
  });
  it("start SSH at boot only when it is used", async () => {
    await service.saveSsh({ use: false, start: true });
    expect((await service.ssh()).configured).toEqual({ use: false, start: false });
    await service.saveSsh({ use: true, start: true });
    expect((await service.ssh()).configured).toEqual({ use: true, start: true });
  });
});
