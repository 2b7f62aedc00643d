import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAddresses, parseGateways, parseLinks } from "./link-state.ts";
import { networkDriver } from "./network.ts";
import { ntpDriver } from "./ntp.ts";
import { sshDriver } from "./ssh.ts";
import { dhcpAdapter, type SystemBench, staticAdapter, systemBench } from "./testing/system-bench.ts";
import { Units } from "./units.ts";

let bench: SystemBench;
beforeEach(async () => {
  bench = await systemBench();
});
afterEach(() => bench.remove());
const system = () => ({ paths: bench.paths, run: bench.run, units: new Units(bench.run, bench.root) });
const reason = async (driver: { support(): Promise<{ supported: boolean; reason?: string }> }) => {
  const { supported, reason: why } = await driver.support();
  return supported ? "supported" : why;
};

describe("what a machine lacks", () => {
  it("is said with its reason, for the network", async () => {
    const driver = networkDriver(system());
    expect(await reason(driver)).toBe("supported");
    await bench.write("etc/network/interfaces", "auto lo\niface lo inet loopback\n# iface lan0 inet dhcp\n");
    expect(await reason(driver)).toBe("supported");
    await bench.write("etc/network/interfaces.d/lan1", "allow-hotplug lan1\niface lan1 inet dhcp\n");
    expect(await reason(driver)).toContain("Adapter lan1 wird in /etc/network/interfaces verwaltet");
    await bench.setUnit("NetworkManager.service");
    expect(await reason(driver)).toContain("lan1");
    await bench.setUnit("NetworkManager.service", { running: true });
    expect(await reason(driver)).toContain("NetworkManager");
  });
  it.each(["systemd-networkd", "systemd-resolved"])("is said where %s is missing", async (name) => {
    await bench.remove();
    await bench.adapter("lan0");
    for (const unit of ["systemd-networkd", "systemd-resolved"])
      if (unit !== name) await bench.setUnit(`${unit}.service`);
    expect(await reason(networkDriver(system()))).toContain(`Der Dienst ${name} fehlt`);
  });
  it("is said for time servers and SSH", async () => {
    expect(await reason(ntpDriver(system()))).toBe("supported");
    expect(await reason(sshDriver(system()))).toBe("supported");
    await bench.remove();
    expect(await reason(sshDriver(system()))).toContain("openssh-server");
    expect(await reason(ntpDriver(system()))).toContain("systemd-timesyncd fehlt");
    await bench.setUnit("chrony.service");
    expect(await reason(ntpDriver(system()))).toContain("chrony");
  });
});

describe("what is active", () => {
  it("comes from the kernel and from the file the adapter follows", async () => {
    const driver = networkDriver(system());
    bench.link("lan0", { ip: "10.0.0.2", gateway: "10.0.0.1" });
    bench.link("lan1", { ip: "10.1.0.9", dynamic: true });
    expect(await driver.active()).toEqual({
      use: false,
      interfaces: [
        staticAdapter("lan0", "10.0.0.2", { gw: "10.0.0.1" }),
        dhcpAdapter("lan1", { ip: "10.1.0.9", mask: "255.255.255.0" }),
      ],
    });
    await driver.apply({ use: true, interfaces: [staticAdapter("lan0", "10.0.0.2", { dns1: "9.9.9.9" })] });
    bench.link("lan1", {});
    expect(await driver.active()).toEqual({
      use: true,
      interfaces: [
        staticAdapter("lan0", "10.0.0.2", { gw: "10.0.0.1", dns1: "9.9.9.9" }),
        dhcpAdapter("lan1", { dhcp: false }),
      ],
    });
  });
});

describe("the readers of what the system's tools print", () => {
  it("read addresses that lead beyond the adapter's own cable", () => {
    // iproute2 6.1
    const text =
      '[{"ifname":"lo","flags":["LOOPBACK","UP","LOWER_UP"],"addr_info":[{"family":"inet","local":"127.0.0.1","prefixlen":8,"scope":"host"}]},{"ifname":"lan0","flags":["BROADCAST","MULTICAST","UP","LOWER_UP"],"addr_info":[{"family":"inet","local":"10.77.0.57","prefixlen":24,"metric":1024,"broadcast":"10.77.0.255","scope":"global","dynamic":true,"label":"lan0"},{"family":"inet6","local":"fe80::1","prefixlen":64,"scope":"link"}]},{"ifname":"lan1","flags":["BROADCAST","MULTICAST"],"addr_info":[]}]';
    expect(Object.fromEntries(parseAddresses(text))).toEqual({
      lo: { up: true, addresses: [] },
      lan0: { up: true, addresses: [{ ip: "10.77.0.57", prefix: 24, dynamic: true }] },
      lan1: { up: false, addresses: [] },
    });
  });
  it("read gateways, and name servers beside those of IPv6", () => {
    const routes =
      '[{"dst":"default","gateway":"10.77.0.1","dev":"lan0","protocol":"dhcp","flags":[]},{"dst":"default","dev":"ppp0"}]';
    expect([...parseGateways(routes)]).toEqual([["lan0", "10.77.0.1"]]);
    // systemd 252
    const status =
      '{"Interfaces":[{"Index":1,"Name":"lo","AdministrativeState":"unmanaged"},{"Index":2,"Name":"lan0","AdministrativeState":"failed","NetworkFile":"/etc/systemd/network/80-first.network","DNS":[{"Family":2,"Address":[10,77,0,1],"ConfigSource":"DHCPv4"},{"Family":10,"Address":[254,128,0,0,0,0,0,0,0,0,0,0,0,0,0,1]}]}]}';
    expect(Object.fromEntries(parseLinks(status))).toEqual({
      lo: { dns: [], failed: false, file: "" },
      lan0: { dns: ["10.77.0.1"], failed: true, file: "/etc/systemd/network/80-first.network" },
    });
  });
  it("take text they do not know for nothing", () => {
    for (const text of ["", "{", "null", "[1]", '{"Interfaces":7}'])
      for (const read of [parseAddresses, parseGateways, parseLinks]) expect(read(text).size).toBe(0);
  });
});
