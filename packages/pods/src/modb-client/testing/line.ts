import { createServer, type Server, type Socket } from "node:net";
import { type PymodbusServer, type PymodbusServerOptions, startPymodbusServer } from "@hubwart/testing";
import { type PodRun, podLoad, startPod, type TestChannel } from "../../testing/index.ts";
import { kind } from "../index.ts";

/** The pods and devices of a test; `stop` ends them, the newest first. */
export class Line {
  readonly #open: { stop(): Promise<void> }[] = [];

  async stop(): Promise<void> {
    for (const thing of this.#open.splice(0).reverse()) await thing.stop();
  }

  async device(options: PymodbusServerOptions): Promise<PymodbusServer> {
    const server = await startPymodbusServer(options);
    this.#open.push(server);
    return server;
  }

  async client(iface: Record<string, string | number | boolean>, channels: TestChannel[]): Promise<PodRun> {
    const load = podLoad(
      kind.schema,
      [{ host: "127.0.0.1", interval: 50, timeout: 1000, ...iface }],
      channels,
    );
    const run = await startPod(kind, load);
    this.#open.push(run);
    return run;
  }

  /** A device that does what the test says with each request. */
  async scripted(
    answer: (request: Buffer, socket: Socket) => void,
    connected: () => void = () => undefined,
  ): Promise<number> {
    const server = createServer((socket) => {
      connected();
      socket.on("error", () => undefined);
      socket.on("data", (chunk: Buffer) => answer(chunk, socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#open.unshift({ stop: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    return (server.address() as { port: number }).port;
  }

  /** Accepts connections and never answers. */
  async deafServer() {
    const sockets = new Set<Socket>();
    let count = 0;
    let changed: () => void = () => undefined;
    const server: Server = createServer((socket) => {
      count += 1;
      sockets.add(socket);
      socket.resume();
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        changed();
      });
      changed();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#open.push({
      stop: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const socket of sockets) socket.destroy();
        }),
    });
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise<void>((resolve) => (changed = resolve));
    };
    return {
      port: (server.address() as { port: number }).port,
      count: () => count,
      connected: (n: number) => until(() => count >= n),
      disconnected: () => until(() => count > 0 && sockets.size === 0),
    };
  }
}

/** The newest value of each channel. */
export function newest(run: PodRun, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, run.last(name)?.value]));
}
