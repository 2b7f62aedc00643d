/**
 * Active FTP (RFC 959, RFC 2428): this device listens, and the server connects back for the data.
 *
 *     client.prepareTransfer = activeTransfer;
 *
 * The server connects only after the command for the transfer, so the library gets a stream that waits for it. Only
 * the host of the control connection is let in, once.
 */
import { createServer, isIPv6, type Server, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect, TLSSocket } from "node:tls";
import { type FTPContext, FTPError, type FTPResponse } from "basic-ftp";

/** Replies of a server that does not know the command or its parameters (RFC 959, 4.2; RFC 2428, 2). */
const UNKNOWN_COMMAND = new Set([500, 501, 502, 504, 522]);
const CONNECT_WITHIN = 30_000;

export async function activeTransfer(ftp: FTPContext): Promise<FTPResponse> {
  const { localAddress = "", remoteAddress = "" } = ftp.socket;
  const awaited = new AwaitedConnection(plain(remoteAddress));
  try {
    const response = await announce(ftp, plain(localAddress), await awaited.listen(localAddress));
    ftp.dataSocket = ftp.socket instanceof TLSSocket ? secured(ftp, awaited) : asSocket(awaited);
    return response;
  } catch (error) {
    awaited.destroy();
    throw error;
  }
}

async function announce(ftp: FTPContext, address: string, port: number): Promise<FTPResponse> {
  const family = isIPv6(address) ? 2 : 1;
  try {
    return await ftp.request(`EPRT |${family}|${address}|${port}|`);
  } catch (error) {
    if (family === 2 || !(error instanceof FTPError) || !UNKNOWN_COMMAND.has(error.code)) throw error;
    return await ftp.request(`PORT ${address.replaceAll(".", ",")},${port >> 8},${port & 0xff}`);
  }
}

function secured(ftp: FTPContext, awaited: AwaitedConnection): TLSSocket {
  const session = (ftp.socket as TLSSocket).getSession();
  return connect({ ...ftp.tlsOptions, socket: awaited, ...(session ? { session } : {}) });
}

/** What the library uses of a socket beyond a stream: `setTimeout` and the counters, which are here too. */
const asSocket = (awaited: AwaitedConnection) => awaited as unknown as Socket;

/** An IPv4 address of a socket that speaks both, `::ffff:10.0.0.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");

class AwaitedConnection extends Duplex {
  readonly #peer: string;
  readonly #server: Server;
  readonly #waiting: ((socket: Socket) => void)[] = [];
  #socket: Socket | undefined;
  #late: NodeJS.Timeout | undefined;

  constructor(peer: string) {
    super();
    this.#peer = peer;
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.on("error", (error) => this.destroy(error));
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }
  get bytesWritten(): number {
    return this.#socket?.bytesWritten ?? 0;
  }
  get remoteAddress(): string {
    return this.#peer;
  }
  setTimeout(): this {
    return this;
  }

  listen(address: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, address, () => {
        this.#late = setTimeout(() => {
          this.destroy(new Error("Timeout: the server opened no data connection"));
        }, CONNECT_WITHIN);
        resolve((this.#server.address() as { port: number }).port);
      });
    });
  }

  #accept(socket: Socket): void {
    if (this.#socket || plain(socket.remoteAddress ?? "") !== this.#peer) {
      socket.destroy();
      return;
    }
    clearTimeout(this.#late);
    this.#server.close();
    this.#socket = socket;
    socket.on("data", (chunk) => {
      if (!this.push(chunk)) socket.pause();
    });
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    for (const use of this.#waiting.splice(0)) use(socket);
  }

  #connected(use: (socket: Socket) => void): void {
    if (this.#socket) use(this.#socket);
    else this.#waiting.push(use);
  }

  override _read(): void {
    this.#socket?.resume();
  }
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#connected((socket) => socket.write(chunk, done));
  }
  override _final(done: (error?: Error | null) => void): void {
    this.#connected((socket) => socket.end(() => done()));
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#late);
    this.#server.close();
    this.#socket?.destroy();
    done(error);
  }
}
