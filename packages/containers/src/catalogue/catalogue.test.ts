/** What holds for every entry, whoever adds it. */
import { InvalidInputError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { containerSpec } from "../addons/spec.ts";
import { createOptions } from "../docker/create.ts";
import type { AddOnId } from "./ids.ts";
import { ADD_ON_IDS, addOnOf, containerName } from "./ids.ts";
import { CATALOGUE } from "./index.ts";
import { publisherOf, resolveAddOn } from "./names.ts";

/** Parameters that each entry takes. */
const PARAMETERS: Readonly<Record<AddOnId, object>> = {
  caddyproxy: { rules: [] },
  influxdb: { org: "hubwart", bucket: "hubwart_state", password: "geheim123", token: "t0ken" },
  grafana: {},
  grafana_ir: {},
  mosquitto: { users: [] },
  tailscale: { token: "tskey-auth-x", hostname: "hub" },
  ngrok: { authtoken: "x", tunnels: [] },
  questdb: {},
};

describe.each(ADD_ON_IDS)("%s", (id) => {
  const entry = CATALOGUE[id];
  const spec = () => containerSpec(id, entry, entry.render(PARAMETERS[id]), undefined);
  const options = () => createOptions(spec());

  it("is pinned to a version", () => {
    expect(entry.image.tag).toMatch(/\d/);
    expect(entry.image.tag).not.toBe("latest");
  });

  it("publishes on loopback only, away from the ports people give to rules", () => {
    const bindings = Object.values(
      (options().HostConfig?.PortBindings ?? {}) as Record<string, { HostIp: string; HostPort: string }[]>,
    ).flat();
    expect(bindings.every(({ HostIp }) => HostIp === "127.0.0.1")).toBe(true);
    // Above the rules' usual ports, below those the kernel gives to outgoing connections.
    expect(entry.ports.every(({ host }) => host >= 20_000 && host < 32_768)).toBe(true);
  });

  it("has no privilege, no path of the host, and no restart by the engine", () => {
    const { HostConfig: host } = options();
    expect(host).toMatchObject({ Privileged: false, CapDrop: ["ALL"], RestartPolicy: { Name: "no" } });
    expect(host?.SecurityOpt).toContain("no-new-privileges");
    expect(host?.Binds).toBeUndefined();
    expect(
      host?.Mounts?.every(
        ({ Type, Source }) => Type === "volume" && Source.startsWith(`${containerName(id)}_`),
      ),
    ).toBe(true);
    const harmless = new Set(["CHOWN", "SETUID", "SETGID", "DAC_OVERRIDE", "FOWNER", "NET_BIND_SERVICE"]);
    expect(entry.capabilities.filter((one) => !harmless.has(one))).toEqual([]);
  });

  it("is bounded in memory, processors, processes and log", () => {
    const { HostConfig: host } = options();
    expect(host?.Memory).toBeGreaterThan(0);
    expect(host?.NanoCpus).toBeGreaterThan(0);
    expect(host?.PidsLimit).toBeGreaterThan(0);
    expect(host?.LogConfig?.Config).toMatchObject({ "max-size": "5m" });
  });

  it("resets volumes it has, backs up by commands it has, and checks a port it publishes", () => {
    for (const part of entry.reset) expect(entry.volumes).toHaveProperty(part);
    for (const name of ["save", "load", "clear"] as const) {
      const wanted = entry.backup?.[name];
      if (wanted !== undefined) expect(entry.commands).toHaveProperty(wanted);
    }
    // What stops for it is copied from what outlives its container.
    if (entry.backup && entry.backup.load === undefined)
      expect(Object.values(entry.volumes)).toContain(entry.backup.folder);
    expect(entry.controls.reset).toBe(entry.reset.length > 0);
    const { health } = entry;
    if (health.kind !== "command")
      expect(entry.ports.map(({ container }) => container)).toContain(health.port);
    if (entry.apply !== undefined) expect(entry.commands).toHaveProperty(entry.apply);
  });

  it.each([
    ["image", "evil:1"],
    ["privileged", true],
    ["volumes", { "/": "/host" }],
    ["capabilities", ["SYS_ADMIN"]],
    ["command", ["sh"]],
    ["__proto__x", {}],
  ])("refuses to be told %s", (key, value) => {
    expect(() => entry.render({ ...PARAMETERS[id], [key]: value })).toThrow(InvalidInputError);
  });
});

it("no two entries publish the same port of the host", () => {
  const ports = Object.values(CATALOGUE).flatMap((entry) => entry.ports.map(({ host }) => host));
  expect(new Set(ports).size).toBe(ports.length);
});

it("fixed names lead to where the add-ons are published", () => {
  expect(resolveAddOn("mosquitto", 1884)).toEqual({ host: "127.0.0.1", port: 21_884 });
  expect(resolveAddOn("InfluxDB", 8086)).toEqual({ host: "127.0.0.1", port: 28_086 });
  expect(resolveAddOn("mosquitto", 22)).toBeUndefined();
  expect(resolveAddOn("example.org", 1884)).toBeUndefined();
  expect(publisherOf(21_884)).toBe("Mosquitto");
});

it("only names of the catalogue are add-ons", () => {
  expect(addOnOf("s4q_grafana_ir")).toBe("grafana_ir");
  for (const name of ["s4q_main", "s4q_grafana.vorher", "grafana", "s4q_toString", ""]) {
    expect(addOnOf(name)).toBeUndefined();
  }
});

describe("what could end a line of a configuration is refused", () => {
  it.each([
    ["mosquitto", { users: [{ usr: "a\nuser b", read: "", write: "", hash: hash() }] }],
    ["mosquitto", { users: [{ usr: "a", read: "x\ntopic readwrite #", write: "", hash: hash() }] }],
    ["mosquitto", { users: [{ usr: "a", read: "", write: "", hash: "geheim" }] }],
    ["mosquitto", { users: [{ usr: "a", read: "", write: "", hash: "" }] }],
    ["mosquitto", { users: [{ usr: "a", read: " ", write: "", hash: hash() }] }],
    ["caddyproxy", { rules: [rule({ dial: "a:1\n  server x b:2" })] }],
    ["caddyproxy", { rules: [rule({ id: "x\n" })] }],
    ["caddyproxy", { rules: [rule({ port: 443 })] }],
    ["caddyproxy", { rules: [rule({}), rule({ id: "b" })] }],
    ["caddyproxy", { rules: [rule({ protocol: "https" })] }],
    ["caddyproxy", { rules: [rule({ protocol: "tcps", certificate: "gone" })], certificates: [] }],
    ["caddyproxy", { rules: [rule({ certificate: "../x" })] }],
    ["caddyproxy", { rules: [], certificates: [{ id: "a", chain: "x", key: "y" }] }],
    ["caddyproxy", { rules: [rule({ headers: [{ name: "X Y", value: "" }] })] }],
    ["caddyproxy", { rules: [rule({ headers: [{ name: "X", value: "a\r\nB: c" }] })] }],
    ["tailscale", { token: "a b", hostname: "hub" }],
    ["tailscale", { token: "a", hostname: "hub\nX=1" }],
  ] as const)("%s %j", (id, parameters) => {
    expect(() => CATALOGUE[id].render(parameters)).toThrow(InvalidInputError);
  });
});

function hash(): string {
  return `$7$101$${"a".repeat(16)}$${"b".repeat(88)}`;
}
function rule(more: object): object {
  return { id: "a", port: 9000, protocol: "http", dial: "127.0.0.1:1", headers: [], ...more };
}
