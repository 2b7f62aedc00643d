/**
 * Answers without what belongs to the machine they were recorded on: its names, addresses, folders and network. The
 * device's clock says what the browser's says.
 */
import os from "node:os";
import type { Recording } from "../../e2e/support/recorded.ts";

const NET = [
  { device: "eth0", ip: "192.168.1.20", mask: "255.255.255.0", gw: "192.168.1.1", mac: "00:1b:21:3c:4d:5e" },
  { device: "eth1", ip: "10.10.0.1", mask: "255.255.0.0", gw: "", mac: "00:1b:21:3c:4d:5f" },
];
const ROUTING = [
  { net: "default", ip: "192.168.1.1", device: "eth0" },
  { net: "10.10.0.0", ip: "0.0.0.0", device: "eth1" },
  { net: "192.168.1.0", ip: "0.0.0.0", device: "eth0" },
];
const DISK = { total: 30_000_000_000, free: 21_000_000_000, used: 9_000_000_000, used_perc: 30 };
const MEMORY = { total: 4_000_000_000, free: 2_900_000_000, used: 1_100_000_000, used_perc: 27.5 };
/** Of the status document: what is asked of the machine. */
const FIXED: Readonly<Record<string, unknown>> = { net: NET, routing: ROUTING, hostname: "hubwart" };

export function placeless({ at, answers }: Recording, folders: readonly string[]): Recording {
  const name = new RegExp(`\\b${os.hostname()}\\b`, "g");
  const words: [string, string][] = [
    ...folders.map((folder): [string, string] => [folder, "/var/lib/hubwart"]),
    ...Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal }) => !internal)
      .flatMap(({ address, mac }): [string, string][] => [
        [address, "192.168.1.20"],
        [mac, "00:1b:21:3c:4d:5e"],
      ]),
  ];
  const replaced = (text: string): string => {
    let result = text;
    for (const [from, to] of words) result = result.replaceAll(from, to);
    return result.replaceAll(name, "hubwart");
  };
  const kept = Object.fromEntries(
    Object.entries(answers).map(([key, { status, type, body }]) => {
      const patched = type.startsWith("application/json") ? fixed(body, at) : body;
      return [replaced(key), { status, type, body: replaced(patched) }];
    }),
  );
  return { at, answers: kept };
}

function fixed(json: string, at: number): string {
  return JSON.stringify(JSON.parse(json), function (this: unknown, name: string, value: unknown) {
    if (typeof this !== "object" || this === null) return value;
    if (name === "gw" && value !== "") return "192.168.1.1";
    if (name === "System" && "Main" in this) return "Linux 6.1";
    if (name === "time" && "runtime" in this) return Math.trunc(at / 1_000);
    if (!("routing" in this && "hostname" in this)) return value;
    if (name === "disk" || name === "memory") return { ...(value as object), ...usage(name) };
    return FIXED[name] ?? value;
  });
}

const usage = (name: "disk" | "memory") => (name === "disk" ? DISK : MEMORY);
