import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { freePort } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const cleanups = useEnds();

async function ping(
  iface: Record<string, string | number | boolean>,
  channels: TestChannel[],
): Promise<PodRun> {
  const run = await startPod(kind, podLoad(kind.schema, [{ interval: 500, ...iface }], channels));
  cleanups.push(() => run.stop());
  return run;
}

/** Runs with only `ping` as given on the path: a shell script, or nothing at all. */
async function withPing(script?: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ping-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  if (script !== undefined) {
    const file = path.join(folder, "ping");
    await writeFile(file, `#!/bin/sh\nPATH=/usr/sbin:/usr/bin:/sbin:/bin\n${script}\n`);
    await chmod(file, 0o755);
  }
  const before = process.env["PATH"];
  process.env["PATH"] = folder;
  cleanups.push(() => {
    process.env["PATH"] = before;
  });
  return folder;
}

/** All three measures of a host. */
function all(host: string, config: TestChannel["config"] = {}): TestChannel[] {
  return [
    { chan: "reachable", type: "bool", config: { host, ...config } },
    { chan: "rtt", type: "float", config: { host, measure: "rtt", ...config } },
    { chan: "loss", type: "float", config: { host, measure: "loss", ...config } },
  ];
}

describe("by ICMP", () => {
  it.each(["127.0.0.1", "::1", "localhost"])("measures %s", async (host) => {
    const run = await ping({ method: "icmp", count: 2 }, all(host));
    await run.until(() => run.values("loss").length === 2);
    expect(run.values("reachable")).toEqual([true, true]);
    expect(run.values("loss")).toEqual([0, 0]);
    expect(run.values("rtt").every((rtt) => typeof rtt === "number" && rtt > 0)).toBe(true);
    expect(run.iface()).toEqual({ iface: "main", state: true, active: 1 });
    expect(run.failures).toEqual([]);
  });

  it("finds a host unreachable that does not answer", async () => {
    // A namespace of its own, in which this address is nobody's.
    await withPing(
      'unshare --net --map-root-user sh -c \'ip link set lo up; ip route add 10.77.0.0/24 dev lo; exec ping "$@"\' ping "$@"',
    );
    const run = await ping({ method: "icmp", timeout: 200, count: 2 }, [
      ...all("10.77.0.2"),
      { chan: "number", type: "int", config: { host: "10.77.0.2" } },
    ]);
    await run.until(() => run.values("loss").length === 2);
    expect(run.values("reachable")).toEqual([false, false]);
    expect(run.values("number").slice(0, 2)).toEqual([0, 0]);
    expect(run.values("loss")).toEqual([100, 100]);
    expect(run.emitted.filter(({ chan }) => chan === "rtt")).toMatchObject([{ value: null, quality: 2 }]);
    expect(run.iface()).toMatchObject({ state: true, active: 0 });
  });

  it("is not certain about a name it cannot resolve", async () => {
    await withPing('unshare --net --map-root-user ping "$@"');
    const run = await ping({ method: "icmp" }, all("nowhere.invalid"));
    await run.until(() => run.last("reachable") !== undefined);
    expect(run.last("reachable")).toMatchObject({ value: false, quality: 1 });
    expect(run.failures[0]?.reason).toBe("nowhere.invalid: der Name lässt sich nicht auflösen (DNS)");
  });

  it("runs at most 16 at once and leaves none behind", async () => {
    const folder = await withPing(
      'for last; do :; done\n[ "$last" = 127.0.0.1 ] && exec ping "$@"\necho $$ >> "$(dirname "$0")/started"\nexec sleep 60',
    );
    const run = await ping(
      { method: "icmp" },
      Array.from({ length: 30 }, (_, i) => ({ chan: `c${i}`, config: { host: `127.0.1.${i}` } })),
    );
    const started = async () =>
      (await readFile(path.join(folder, "started"), "utf8").catch(() => ""))
        .trim()
        .split("\n")
        .filter(Boolean);
    while ((await started()).length < 16) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const pids = (await started()).map(Number);
    expect(pids).toHaveLength(16);
    await run.stop();
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});

describe("without ICMP", () => {
  const fallback = (reason: string) =>
    `ICMP ist nicht möglich (${reason}); geprüft wird, ob eine TCP-Verbindung zustande kommt`;

  it.each([
    ["ping is missing", undefined, "das Programm „ping“ ist nicht installiert"],
    [
      "ping has no right",
      "echo 'ping: socktype: SOCK_RAW' >&2; echo 'ping: socket: Operation not permitted' >&2; exit 2",
      "„ping“ darf keine ICMP-Anfragen senden",
    ],
  ])("connects by TCP when %s, which is told in the log alone", async (_name, script, reason) => {
    await withPing(script);
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const run = await ping({ port: (server.address() as { port: number }).port }, all("127.0.0.1"));
    await run.until(() => run.last("loss") !== undefined);
    expect(run.last("reachable")).toMatchObject({ value: true, quality: 0 });
    expect(run.last("rtt")?.value).toBeGreaterThan(0);
    expect(run.connections.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(run.iface()).toEqual({ iface: "main", state: true, active: 1 });
    expect(run.log.map(({ level, msg }) => [level, msg])).toEqual([["warn", fallback(reason)]]);
  });

  it("takes a refused connection for an answer", async () => {
    const run = await ping({ method: "tcp", port: await freePort() }, all("127.0.0.1", { count: 3 }));
    await run.until(() => run.last("loss") !== undefined);
    expect(run.last("reachable")?.value).toBe(true);
    expect(run.last("loss")?.value).toBe(0);
    expect(run.iface()).toEqual({ iface: "main", state: true, active: 1 });
  });

  it("does not pretend when only ICMP is wanted", async () => {
    await withPing();
    const run = await ping({ method: "icmp" }, all("127.0.0.1"));
    await run.until(() => run.last("loss") !== undefined);
    expect(run.last("reachable")).toMatchObject({ value: null, quality: 2 });
    expect(run.iface()).toMatchObject({ state: false, error: expect.stringContaining("nicht installiert") });
  });
});
