/** The driver on the real engines: the same tests on Docker and on Podman's compatible service. */
import { NotFoundError, UnavailableError } from "@hubwart/core";
import { waitFor } from "@hubwart/testing";
import { loadStandIn, startDocker, startPodman, type TestEngine } from "@hubwart/testing/containers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContainerSpec, Engine, LogLine } from "../engine.ts";
import { EngineError } from "../engine.ts";
import { dockerEngine } from "./engine.ts";

const IDLE = "localhost/test/idle:1";
const CHATTY = "localhost/test/chatty:1";

const spec = (name: string, more: Partial<ContainerSpec> = {}): ContainerSpec => ({
  name,
  image: IDLE,
  labels: { "org.hubwart.add-on": "test" },
  env: { GREETING: "Grüße = ja" },
  command: undefined,
  network: { kind: "own", name: "testnet", alias: name },
  ports: [],
  volumes: {},
  capabilities: [],
  limits: { memoryMiB: 128, cpus: 1, processes: 64 },
  ...more,
});

describe.each([
  { product: "docker", begin: startDocker },
  { product: "podman", begin: startPodman },
] as const)("the driver on $product", ({ product, begin }) => {
  let peer: TestEngine;
  let engine: Engine;

  beforeAll(async () => {
    peer = await begin();
    engine = dockerEngine({ socketPath: peer.socketPath });
    await loadStandIn(peer, "idle", IDLE);
    await loadStandIn(peer, "chatty", CHATTY);
    await engine.ensureNetwork("testnet");
  });
  afterAll(() => peer?.stop());

  it("knows what it speaks to", async () => {
    const info = await engine.info();
    expect(info.product).toBe(product);
    expect(info.version).toMatch(/^\d+\.\d+/);
    await engine.ensureNetwork("testnet");
  });

  it("makes, starts, looks at, stops and removes a container", async () => {
    await engine.create(spec("one"));
    expect(await engine.inspect("one")).toMatchObject({ name: "one", status: "created", started: undefined });
    await engine.start("one");
    await engine.start("one");
    const running = await engine.inspect("one");
    expect(running).toMatchObject({ status: "running", labels: { "org.hubwart.add-on": "test" } });
    expect(Date.now() - Date.parse(running?.started ?? "")).toBeLessThan(60_000);
    expect((await engine.list()).find(({ name }) => name === "one")).toMatchObject({
      id: running?.id,
      status: "running",
      imageId: running?.imageId,
    });
    await engine.stop("one", 2);
    await engine.stop("one", 2);
    expect((await engine.inspect("one"))?.status).toBe("exited");
    await engine.rename("one", "two");
    expect(await engine.inspect("one")).toBeUndefined();
    await engine.remove("two");
    await engine.remove("two");
    expect(await engine.inspect("two")).toBeUndefined();
  });

  it("has one that somebody paused go on", async () => {
    await engine.create(spec("paused"));
    await engine.start("paused");
    await peer.cli("pause", "paused");
    expect(await engine.inspect("paused")).toMatchObject({ status: "paused" });
    await engine.start("paused");
    expect(await engine.inspect("paused")).toMatchObject({ status: "running" });
    await engine.remove("paused");
  });

  it("knows which running container has a port", async () => {
    await engine.create(spec("published", { ports: [{ container: 80, host: 23_456 }] }));
    expect(await engine.holderOf(23_456)).toBeUndefined();
    await engine.start("published");
    expect(await engine.holderOf(23_456)).toBe("published");
    expect(await engine.holderOf(80)).toBeUndefined();
    await engine.stop("published", 1);
    expect(await engine.holderOf(23_456)).toBeUndefined();
    await engine.remove("published");
  });

  it("gives no privilege, no capability and no restart to a container", async () => {
    await engine.create(spec("bare"));
    await engine.start("bare");
    const status = await engine.exec(
      "bare",
      [
        "/usr/local/bin/node",
        "-e",
        "process.stdout.write(require('fs').readFileSync('/proc/self/status','utf8'))",
      ],
      10_000,
    );
    expect(status.output).toMatch(/CapEff:\s+0+\n/);
    expect(status.output).toMatch(/NoNewPrivs:\s+1/);
    const [seen] = JSON.parse(await peer.cli("inspect", "bare")) as [
      {
        HostConfig: {
          Privileged: boolean;
          Memory: number;
          PidsLimit: number;
          RestartPolicy: { Name: string };
        };
      },
    ];
    expect(seen.HostConfig).toMatchObject({ Privileged: false, Memory: 128 * 1024 * 1024, PidsLimit: 64 });
    expect(["", "no"]).toContain(seen.HostConfig.RestartPolicy.Name);
    await engine.remove("bare");
  });

  it("runs a fixed command, with its output and code", async () => {
    await engine.create(spec("exec"));
    await engine.start("exec");
    const told = await engine.exec(
      "exec",
      ["/bin/sh", "-c", 'echo "$GREETING"; echo wrong >&2; exit 7'],
      10_000,
    );
    expect(told.code).toBe(7);
    expect(told.output).toContain("Grüße = ja");
    expect(told.output).toContain("wrong");
    await expect(engine.exec("exec", ["/bin/sh", "-c", "while :; do :; done"], 500)).rejects.toThrow(
      EngineError,
    );
    await engine.remove("exec");
  });

  it("puts files in and takes a folder out, into another container", async () => {
    await engine.create(spec("files", { volumes: { filesdata: "/data" } }));
    await engine.put("files", [
      { path: "/data/deep/a.txt", content: "äöü", mode: 0o600 },
      { path: "/data/deep/b.txt", content: "b", mode: 0o640, uid: 1000 },
      { path: "/etc/app.conf", content: "x=1\n", mode: 0o644 },
    ]);
    await engine.start("files");
    const shown = await engine.exec(
      "files",
      [
        "/usr/local/bin/node",
        "-e",
        "const f=require('fs');const s=f.statSync('/data/deep/b.txt');process.stdout.write(f.readFileSync('/data/deep/a.txt')+' '+(s.mode&0o777).toString(8)+' '+s.uid+f.readFileSync('/etc/app.conf'))",
      ],
      10_000,
    );
    expect(shown.output).toBe("äöü 640 1000x=1\n");
    const tar = await engine.archive("files", "/data");
    await engine.create(spec("copy"));
    await engine.unpack("copy", "/", tar);
    await engine.start("copy");
    const copied = await engine.exec(
      "copy",
      ["/usr/local/bin/node", "-e", "process.stdout.write(require('fs').readFileSync('/data/deep/a.txt'))"],
      10_000,
    );
    expect(copied.output).toBe("äöü");
    await engine.remove("copy");
    await engine.remove("files");
    await engine.removeVolume("filesdata");
    await engine.removeVolume("filesdata");
  });

  it("follows a log of 1,000 lines a second without losing or doubling one", async () => {
    await engine.create(spec("chatty", { image: CHATTY }));
    await engine.start("chatty");
    const controller = new AbortController();
    const lines: LogLine[] = [];
    const reading = (async () => {
      for await (const line of engine.logs("chatty", { tail: 10, follow: true, signal: controller.signal })) {
        lines.push(line);
        if (lines.length === 3_000) controller.abort();
      }
    })();
    await reading;
    const numbers = lines.slice(1).map(({ text }) => Number(text.split(" ")[1]));
    expect(numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)).toBe(
      true,
    );
    expect(Math.abs(Date.now() - (lines.at(-1)?.ts ?? 0))).toBeLessThan(30_000);
    await engine.stop("chatty", 1);
    const last: LogLine[] = [];
    for await (const line of engine.logs("chatty", { tail: 5, follow: false })) last.push(line);
    expect(last).toHaveLength(5);
    await engine.remove("chatty");
  });

  it("samples grow, and memory agrees with the engine's own view", async () => {
    await engine.create(spec("busy"));
    await engine.start("busy");
    const before = await engine.sample("busy");
    const burn = "while (process.cpuUsage().user + process.cpuUsage().system < 300_000);";
    await engine.exec("busy", ["/usr/local/bin/node", "-e", burn], 60_000);
    const after = await engine.sample("busy");
    expect(after.cpuTotal - before.cpuTotal).toBeGreaterThan(290e6);
    expect(after.memory).toBeGreaterThan(1024 * 1024);
    expect(after.memory).toBeLessThan(128 * 1024 * 1024);
    await engine.remove("busy");
  });

  it("tells of changes, and that the engine is gone and back", async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { action, container } of engine.events(controller.signal))
        seen.push(`${action} ${container}`);
    })().catch((error: unknown) => error);
    await engine.create(spec("event"));
    await engine.start("event");
    await engine.stop("event", 1);
    await waitFor(() => seen.includes("start event") && seen.some((one) => /^(die|died) event$/.test(one)), {
      what: "the events",
      detail: () => seen.join(),
    });
    await engine.remove("event");
    await peer.kill();
    expect(await watching).toBeInstanceOf(UnavailableError);
    await expect(engine.list()).rejects.toThrow(UnavailableError);
    await peer.restart();
    expect((await engine.info()).product).toBe(product);
  });

  it("says what is not there, and what the engine refuses", async () => {
    await expect(engine.start("nobody")).rejects.toThrow(NotFoundError);
    await expect(engine.create(spec("x", { image: "localhost/none:1" }))).rejects.toThrow(NotFoundError);
    expect(await engine.imageId("localhost/none:1")).toBeUndefined();
    await expect(engine.pull("127.0.0.1:9/none:1", () => undefined)).rejects.toThrow(EngineError);
    await engine.create(spec("twice"));
    await expect(engine.create(spec("twice"))).rejects.toThrow(EngineError);
    await engine.remove("twice");
  });
});
