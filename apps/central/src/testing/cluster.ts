/**
 * Three real nats-servers on this machine that stand in for one another, by the files that a central writes for them.
 *
 *     const cluster = await TestCluster.of(folder());
 *     const [central] = await Promise.all([startTestCentral(folder(), { more: cluster.config }), cluster.start()]);
 *     await cluster.kill(0); await cluster.run(0);
 *     await cluster.stop();
 */
import { access } from "node:fs/promises";
import path from "node:path";
import { freePort, type PeerProcess, startProcess } from "@hubwart/testing";
import type { CentralConfig } from "../config.ts";

const HOST = "127.0.0.1";
/** Servers of a cluster are known by names: their certificates hold for no address. */
const ROUTE_HOST = "localhost";
export const SERVERS = [0, 1, 2] as const;

export class TestCluster {
  readonly #folder: string;
  readonly ports: readonly number[];
  readonly routePorts: readonly number[];
  readonly #running = new Map<number, PeerProcess>();

  private constructor(folder: string, ports: readonly number[], routePorts: readonly number[]) {
    this.#folder = path.join(folder, "central/nats");
    this.ports = ports;
    this.routePorts = routePorts;
  }

  static async of(folder: string): Promise<TestCluster> {
    const ports: number[] = [];
    for (const _ of [...SERVERS, ...SERVERS]) ports.push(await freePort());
    return new TestCluster(folder, ports.slice(0, SERVERS.length), ports.slice(SERVERS.length));
  }

  get config(): Partial<CentralConfig> {
    return {
      natsUrls: this.ports.map((port) => `tls://${HOST}:${port}`),
      natsRoutes: this.routePorts.map((port) => `${ROUTE_HOST}:${port}`),
      replicas: 3,
    };
  }

  /** `host:port` for hubs. */
  server(index: number): string {
    return `${HOST}:${this.ports[index]}`;
  }

  /** Folder of a server's files. */
  files(index: number): string {
    return path.join(this.#folder, String(index + 1));
  }

  /** Once the central has written their files. */
  async start(): Promise<void> {
    const last = path.join(this.files(SERVERS.length - 1), "nats.conf");
    while (!(await there(last))) await new Promise((resolve) => setTimeout(resolve, 50));
    for (const index of SERVERS) await this.run(index);
  }

  async run(index: number): Promise<void> {
    const started = await startProcess("nats-server", ["-c", "nats.conf"], {
      cwd: this.files(index),
      ready: /Listening for client connections/,
    });
    this.#running.set(index, started);
  }

  /** As a power cut ends it. */
  async kill(index: number): Promise<void> {
    await this.#running.get(index)?.stop("SIGKILL");
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((one) => one.stop("SIGKILL")));
  }
}

const there = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
