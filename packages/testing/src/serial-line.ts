/**
 * A serial line of two ends, as pseudo-terminals in `/dev`, with the test in the middle: it may add noise, cut what passes,
 * and pull an adapter out. Needs Debian's socat and root.
 *
 *     const line = await startSerialLine();
 *     line.hub; line.far;                                   // paths of both ends
 *     line.pass = (from, bytes) => [noise, bytes];          // what arrives at the other end; nothing: []
 *     line.say("hub", bytes);                               // out of nowhere
 *     await line.unplug(); await line.plug(); await line.stop();
 *
 * A pseudo-terminal has no speed and no parity errors, and takes no parity.
 */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { type PeerProcess, startProcess } from "./process.ts";

type End = "hub" | "far";

let lines = 0;

export class SerialLine {
  readonly hub: string;
  readonly far: string;
  /** Everything that passed, in order, as it was sent. */
  readonly passed: { from: End; bytes: Buffer }[] = [];
  pass: (from: End, bytes: Buffer) => readonly Buffer[] = (_from, bytes) => [bytes];
  readonly #ends = new Map<End, { process: PeerProcess; held: FileHandle; socket: Socket }>();
  readonly #server: Server = createServer();

  constructor() {
    lines += 1;
    const name = `/dev/ttyHW${process.pid}x${lines}`;
    this.hub = `${name}a`;
    this.far = `${name}b`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    await this.#begin("far");
    await this.#begin("hub");
  }

  /** The hub's adapter. */
  async unplug(): Promise<void> {
    await this.#end("hub");
  }

  async plug(): Promise<void> {
    await this.#begin("hub");
  }

  /** To this end, from nobody. */
  say(to: End, bytes: Buffer): void {
    this.#ends.get(to)?.socket.write(bytes);
  }

  async stop(): Promise<void> {
    await this.#end("hub");
    await this.#end("far");
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #begin(end: End): Promise<void> {
    const link = this[end];
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("the line has no middle");
    const connected = new Promise<Socket>((resolve) => this.#server.once("connection", resolve));
    const process = await startProcess(
      "/usr/bin/socat",
      ["-d", "-d", `pty,raw,echo=0,link=${link}`, `tcp:127.0.0.1:${address.port},nodelay`],
      { ready: /starting data transfer loop/ },
    );
    const socket = await connected;
    socket.setNoDelay(true).on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => this.#carry(end, bytes));
    // A terminal that nobody has open ends socat.
    const held = await open(link, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    this.#ends.set(end, { process, held, socket });
  }

  async #end(end: End): Promise<void> {
    const found = this.#ends.get(end);
    if (!found) return;
    this.#ends.delete(end);
    await found.process.stop();
    found.socket.destroy();
    await found.held.close();
  }

  #carry(from: End, bytes: Buffer): void {
    this.passed.push({ from, bytes });
    const to = from === "hub" ? "far" : "hub";
    for (const part of this.pass(from, bytes)) this.say(to, part);
  }
}

export async function startSerialLine(): Promise<SerialLine> {
  const line = new SerialLine();
  try {
    await line.start();
  } catch (error) {
    await line.stop();
    throw error;
  }
  return line;
}
