import { adapterProblems, type NetworkAdapter } from "@hubwart/contract";
import { InvalidInputError, SerialQueue } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import { NetworkService } from "./network-service.ts";
import { adapter, fixed, MemoryDevice } from "./testing.ts";

let device: MemoryDevice;
let service: NetworkService;
let decided: number;
beforeEach(() => {
  device = new MemoryDevice();
  decided = 0;
  service = new NetworkService({
    network: device.host.network,
    changes: new SerialQueue(),
    decided: () => void (decided += 1),
  });
});
const fieldsOf = async (given: NetworkAdapter[]): Promise<string[]> =>
  service.save({ interfaces: given }).then(
    () => [],
    (error: { fields: { field: string }[] }) => error.fields.map(({ field }) => field),
  );

describe("the configured adapters", () => {
  it("are shown in the machine's order, with what is active beside them", async () => {
    device.devices = [...device.devices].toReversed();
    const { use, interfaces, active, support } = await service.config();
    expect(interfaces.map((one) => [one.device, one.ip, one.mac])).toEqual([
      ["eth1", "10.0.0.1", "02:00:00:00:00:01"],
      ["eth0", "192.168.1.10", "02:00:00:00:00:00"],
    ]);
    expect([use, active.use, support.supported]).toEqual([true, true, true]);
  });
  it("have an entry for each device: one that is new is off, the first is always active", async () => {
    device.devices = ["eth0", "eth1", "eth2"].map((name) => ({ device: name, mac: "", carrier: false }));
    device.network = {
      use: true,
      interfaces: [fixed("eth0", "", { active: false }), fixed("eth1", "10.0.0.1")],
    };
    const { interfaces } = await service.config();
    expect(interfaces.map(({ active, dhcp }) => [active, dhcp])).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
  });
});

describe("a device nobody configured yet", () => {
  it("that is on without an address is shown as off, or as the first on DHCP", async () => {
    device.network = { use: false, interfaces: [] };
    device.active = { use: false, interfaces: [fixed("eth0", ""), fixed("eth1", "")] };
    const { interfaces } = await service.config();
    expect(interfaces.map(({ active, dhcp }) => [active, dhcp])).toEqual([
      [true, true],
      [false, true],
    ]);
    await service.setUse(true);
    expect(adapterProblems(device.network.interfaces)).toEqual([]);
  });
});

describe("a save of adapters", () => {
  it("keeps those that are not named, also of a device that is unplugged", async () => {
    const gone = fixed("usb0", "172.16.0.1");
    device.network = { ...device.network, interfaces: [gone, ...device.network.interfaces] };
    await service.save({ interfaces: [fixed("eth1", "10.0.0.2")] });
    expect(device.network.interfaces.map((one) => [one.device, one.ip])).toEqual([
      ["eth0", "192.168.1.10"],
      ["eth1", "10.0.0.2"],
      ["usb0", "172.16.0.1"],
    ]);
    expect(device.active.interfaces[1]?.ip).toBe("10.0.0.1");
    expect(decided).toBe(1);
  });
  it("writes masks as dotted quads, and changes the use only when asked", async () => {
    await service.save({ interfaces: [fixed("eth1", "10.0.0.2", { mask: "/22" })] });
    expect(device.network.interfaces[1]?.mask).toBe("255.255.252.0");
    expect(device.network.use).toBe(true);
    await service.save({ use: false, interfaces: [fixed("eth1", "10.0.0.2")] });
    expect(device.network.use).toBe(false);
  });
  it("keeps the fields of an adapter that does not use them", async () => {
    await service.save({ interfaces: [fixed("eth1", "10.0.0.2", { dhcp: true, gw: "1.2.3.4" })] });
    expect(device.network.interfaces[1]).toMatchObject({ dhcp: true, ip: "10.0.0.2", gw: "1.2.3.4" });
  });
  it("waits for a restart of the device when something changes or is not active yet", async () => {
    const same = device.network.interfaces;
    expect((await service.save({ interfaces: same })).restart).toBe("nothing");
    const first = await service.save({ interfaces: [fixed("eth1", "10.0.0.2")] });
    expect(first.restart).toBe("device");
    expect(first.before.interfaces[1]?.ip).toBe("10.0.0.1");
    expect((await service.save({ interfaces: [fixed("eth1", "10.0.0.2")] })).restart).toBe("device");
    device.reboot();
    expect((await service.save({ interfaces: [fixed("eth1", "10.0.0.2")] })).restart).toBe("nothing");
    expect((await service.setUse(true)).restart).toBe("nothing");
    expect((await service.setUse(false)).restart).toBe("device");
    expect(device.network.interfaces[1]?.ip).toBe("10.0.0.2");
  });
  it("names the fields as they were sent", async () => {
    const eth0 = fixed("eth0", "192.168.1.10");
    expect(await fieldsOf([fixed("eth9", "10.0.0.9")])).toEqual(["interfaces.0.device"]);
    expect(await fieldsOf([eth0, eth0])).toEqual(["interfaces.1.device"]);
    expect(await fieldsOf([fixed("eth1", ""), { ...eth0, gw: "10.0.0.1" }])).toEqual([
      "interfaces.1.gw",
      "interfaces.0.ip",
    ]);
    expect(await fieldsOf([{ ...eth0, active: false }])).toEqual(["interfaces.0.active"]);
    expect(device.network.interfaces[0]?.ip).toBe("192.168.1.10");
    expect(decided).toBe(0);
  });
  it("refuses the address of an adapter that is not named, at the one that is", async () => {
    expect(await fieldsOf([fixed("eth0", "10.0.0.1")])).toEqual(["interfaces.0.ip"]);
    expect(await fieldsOf([fixed("eth1", "192.168.1.10")])).toEqual(["interfaces.0.ip"]);
  });
  it("names what the host refuses by the fields that were sent", async () => {
    device.host.network.save = () =>
      Promise.reject(
        new InvalidInputError([
          { field: "interfaces.1.ip", message: "belegt" },
          { field: "interfaces.0.gw", message: "fehlt" },
          { field: "use", message: "nein" },
        ]),
      );
    await expect(service.save({ interfaces: [fixed("eth1", "10.0.0.2")] })).rejects.toMatchObject({
      fields: [
        { field: "interfaces.0.ip", message: "belegt" },
        { field: "interfaces", message: "Adapter eth0: fehlt" },
        { field: "use", message: "nein" },
      ],
    });
    expect(decided).toBe(0);
  });
  it("does not judge again what is not being saved", async () => {
    device.network = {
      use: true,
      interfaces: [fixed("eth0", "10.0.0.5", { mask: "255.255.255.255", gw: "169.254.1.1" })],
    };
    expect(await fieldsOf([adapter("eth1", { dhcp: true })])).toEqual([]);
  });
  it("does not lose one of two saves at once", async () => {
    await Promise.all([
      service.save({ interfaces: [fixed("eth0", "192.168.1.11")] }),
      service.save({ interfaces: [fixed("eth1", "10.0.0.2")] }),
    ]);
    expect(device.network.interfaces.map(({ ip }) => ip)).toEqual(["192.168.1.11", "10.0.0.2"]);
  });
});
