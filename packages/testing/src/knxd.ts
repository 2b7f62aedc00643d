/**
 * knxd: an implementation of KNXnet/IP that is not ours. Needs Debian's knxd.
 *
 *     const knxd = await startKnxd();                 // tunnelling on a UDP port of 127.0.0.1
 *     const bus = await knxd.listen();                // everything on the bus, as `knxtool groupsocketlisten` prints it
 *     await knxd.tool("groupwrite", "1/2/3", "0c", "33");
 *     await knxd.kill(); await knxd.restart(); await knxd.stop();
 *
 * With `routing` it also joins the multicast group, which needs a network namespace with a route to it.
 */
import { execFile } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "./ports.ts";
import { type PeerProcess, startProcess, startRestarted } from "./process.ts";

const BINARY = "/usr/bin/knxd";
const TOOL = "/usr/bin/knxtool";

/** Group address of telegrams that mean nothing. */
const MARK = "31/7/255";

export interface KnxdOptions {
  routing?: boolean;
  /** Most tunnels at once. */
  tunnels?: number;
  port?: number;
}

export interface Knxd {
  /** UDP. */
  readonly port: number;
  /** TCP, knxd's own protocol. */
  readonly tcp: number;
  /** Runs knxtool on the bus until it ends. */
  tool(command: string, ...args: string[]): Promise<string>;
  /** Prints every group telegram on the bus, until stopped; those to 31/7/255 only show that it listens. */
  listen(): Promise<PeerProcess>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** On the same port. */
  restart(): Promise<void>;
}

export async function startKnxd(options: KnxdOptions = {}): Promise<Knxd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "knxd-"));
  const port = options.port ?? (await freePort());
  const tcp = await freePort();
  const file = path.join(folder, "knxd.ini");
  const lines = [
    "[main]",
    "addr = 0.0.1",
    `client-addrs = 0.0.2:${options.tunnels ?? 60}`,
    "name = test",
    "connections = server,A.tcp,B.dummy",
    "[server]",
    "server = ets_router",
    `port = ${port}`,
    "interface = lo",
    "tunnel = tunnel",
    ...(options.routing ? ["router = router", "multicast-address = 224.0.23.12"] : []),
    "discover = true",
    "[A.tcp]",
    "server = knxd_tcp",
    `port = ${tcp}`,
    "[B.dummy]",
    "driver = dummy",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  const url = `ip:127.0.0.1:${tcp}`;
  const run = async () => {
    const process = await startProcess(BINARY, [file]);
    try {
      await answers(port);
    } catch (error) {
      await process.stop("SIGKILL");
      throw new Error(`knxd does not answer: ${process.output()}`, { cause: error });
    }
    return process;
  };
  const peer = await startRestarted(run, folder);
  return {
    port,
    tcp,
    async tool(command, ...args) {
      const done = await promisify(execFile)(TOOL, [command, url, ...args], { timeout: 10_000 });
      return done.stdout;
    },
    async listen() {
      const listener = await startProcess(TOOL, ["groupsocketlisten", url]);
      // It does not say when it has begun; a telegram that it prints does.
      for (let tries = 0; tries < 50 && !listener.output().includes(MARK); tries += 1) {
        await promisify(execFile)(TOOL, ["groupswrite", url, MARK, "1"], { timeout: 10_000 });
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
      return listener;
    },
    ...peer,
  };
}

/** Ready when it answers a description request (KNX Standard 03.08.02, 7.7). */
async function answers(port: number): Promise<void> {
  const socket = createSocket("udp4");
  try {
    await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve));
    const request = Buffer.from("06100203000e08017f0000010000", "hex");
    request.writeUInt16BE(socket.address().port, 12);
    const answered = new Promise<boolean>((resolve) => socket.once("message", () => resolve(true)));
    for (let tries = 0; tries < 100; tries += 1) {
      socket.send(request, port, "127.0.0.1");
      const late = new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), 100));
      if (await Promise.race([answered, late])) return;
    }
    throw new Error("knxd does not answer");
  } finally {
    socket.close();
  }
}
