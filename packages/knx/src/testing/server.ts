/**
 * A KNX IP interface for tests, strict: what the standard does not allow is written down in `violations`. Tunnelling over UDP and TCP,
 * plain or in secure sessions (AN159), any number of clients, each with its own tunnel.
 *
 *     const server = await startKnxServer({ secure: { device: "code", users: { 2: "password" } } });
 *     server.telegram(cemi);            // to all tunnels
 *     server.taken;                     // cEMI frames that clients sent
 *     await server.stop(); server.violations; server.captured;
 */
import { randomBytes } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from "node:dgram";
import { createServer, type Socket } from "node:net";
import { deviceKey, same, userKey } from "../secure/crypto.ts";
import { authenticateMac, type KeyPair, newKeyPair, responseMac, sessionKey } from "../secure/handshake.ts";
import { unwrapFrame, wrapFrame } from "../secure/wrapper.ts";
import { CEMI, type Cemi, parseCemi } from "../wire/cemi.ts";
import { parseSequenced, sequenced, statusBody } from "../wire/connection.ts";
import { type Frame, FrameReader, hpai, knxFrame, parseFrame, parseHpai, SERVICE } from "../wire/frame.ts";
import { description } from "./description.ts";

export interface KnxServerOptions {
  port?: number;
  secure?: { device: string; users: Record<number, string> };
  /** Most tunnels at once. */
  tunnels?: number;
}

export interface CapturedFrame {
  way: "in" | "out";
  frame: Buffer;
}

interface Session {
  id: number;
  key: Buffer;
  keys: KeyPair;
  client: Buffer;
  userId: number | undefined;
  sent: number;
  received: number;
}

/** One client: a TCP connection, or an address of UDP. */
interface Peer {
  tcp: boolean;
  write(frame: Buffer): void;
  close(): void;
  session: Session | undefined;
  tunnels: Map<number, { send: number; receive: number; acks: Set<number> }>;
}

const SERIAL = Buffer.from("00fa00000001", "hex");

export class KnxServer {
  readonly violations: string[] = [];
  readonly captured: CapturedFrame[] = [];
  readonly taken: Cemi[] = [];
  /** Called for each of `taken`. */
  onTaken: (cemi: Cemi) => void = () => undefined;
  /** Keys of the sessions there were, for a witness. */
  readonly sessionKeys: Buffer[] = [];
  /** What a test makes of a frame before it is handled: false drops it. */
  filter: (frame: Frame, way: "in" | "out") => boolean = () => true;
  /** Answers telegrams with this confirmation: failed or not at all. */
  confirm: "yes" | "failed" | "never" = "yes";
  port = 0;
  readonly #options: KnxServerOptions;
  readonly #udp: UdpSocket = createSocket("udp4");
  readonly #tcp = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  readonly #udpPeers = new Map<string, Peer>();
  readonly #peers = new Set<Peer>();
  readonly #sockets = new Set<Socket>();
  #device = Buffer.alloc(16);
  readonly #users = new Map<number, Buffer>();
  #channels = 0;

  constructor(options: KnxServerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { secure } = this.#options;
    if (secure) {
      this.#device = Buffer.from(await deviceKey(secure.device));
      for (const [id, password] of Object.entries(secure.users)) {
        this.#users.set(Number(id), await userKey(password));
      }
    }
    await new Promise<void>(
      (resolve) => void this.#tcp.listen(this.#options.port ?? 0, "127.0.0.1", resolve),
    );
    const address = this.#tcp.address();
    this.port = typeof address === "object" ? (address?.port ?? 0) : 0;
    await new Promise<void>((resolve) => void this.#udp.bind(this.port, "127.0.0.1", resolve));
    this.#udp.on("message", (bytes, from) => this.#datagram(bytes, from));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => void this.#tcp.close(() => resolve()));
    await new Promise<void>((resolve) => void this.#udp.close(resolve));
  }

  /** Breaks every TCP connection. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get tunnels(): number {
    return [...this.#peers].reduce((sum, { tunnels }) => sum + tunnels.size, 0);
  }

  /** To every tunnel. */
  telegram(cemi: Buffer): void {
    for (const peer of this.#peers) {
      for (const [channel, tunnel] of peer.tunnels) {
        this.#send(peer, knxFrame(SERVICE.tunnellingRequest, sequenced(channel, tunnel.send, 0, cemi)));
        tunnel.send = (tunnel.send + 1) & 255;
      }
    }
  }

  /** Bytes as they are, to every client. */
  raw(bytes: Buffer): void {
    for (const peer of this.#peers) peer.write(bytes);
  }

  #datagram(bytes: Buffer, from: RemoteInfo): void {
    const frame = parseFrame(bytes);
    if (!frame) {
      this.violations.push(`no frame: ${bytes.toString("hex")}`);
      return;
    }
    const name = `${from.address}:${from.port}`;
    let peer = this.#udpPeers.get(name);
    if (!peer) {
      peer = this.#peer(
        false,
        (data) => this.#udp.send(data, from.port, from.address),
        () => undefined,
      );
      this.#udpPeers.set(name, peer);
    }
    this.#received(peer, frame, bytes);
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    const reader = new FrameReader();
    const peer = this.#peer(
      true,
      (data) => socket.write(data),
      () => socket.destroy(),
    );
    socket.on("data", (chunk: Buffer) => {
      const frames = reader.push(chunk);
      if (!frames) this.violations.push("no frame in the stream");
      for (const frame of frames ?? []) this.#received(peer, frame, knxFrame(frame.service, frame.body));
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#peers.delete(peer);
    });
  }

  #peer(tcp: boolean, write: Peer["write"], close: Peer["close"]): Peer {
    const peer: Peer = { tcp, write, close, session: undefined, tunnels: new Map() };
    this.#peers.add(peer);
    return peer;
  }

  #send(peer: Peer, plain: Buffer): void {
    const frame = parseFrame(plain);
    if (!frame || !this.filter(frame, "out")) return;
    const { session } = peer;
    let bytes = plain;
    if (session) {
      const nonce = { sequence: session.sent, serial: SERIAL, tag: Buffer.alloc(2) };
      session.sent += 1;
      bytes = wrapFrame(session.key, session.id, nonce, plain);
    }
    this.captured.push({ way: "out", frame: bytes });
    peer.write(bytes);
  }

  #received(peer: Peer, frame: Frame, bytes: Buffer): void {
    this.captured.push({ way: "in", frame: bytes });
    if (!this.#options.secure) {
      if (this.filter(frame, "in")) this.#plain(peer, frame);
      return;
    }
    // What a device is, it tells without a session too.
    if (frame.service === SERVICE.descriptionRequest && !peer.session) {
      this.#plain(peer, frame);
      return;
    }
    if (frame.service === SERVICE.sessionRequest) {
      this.#session(peer, frame.body);
      return;
    }
    const { session } = peer;
    const open = session ? unwrapFrame(session.key, session.id, frame) : undefined;
    if (!session || !open) {
      this.violations.push(`not wrapped, or wrongly: ${frame.service.toString(16)}`);
      return;
    }
    if (open.sequence <= session.received) this.violations.push(`sequence ${open.sequence} used again`);
    session.received = open.sequence;
    const plain = parseFrame(open.plain);
    if (!plain) {
      this.violations.push("a wrapper without a frame");
      return;
    }
    if (!this.filter(plain, "in")) return;
    if (plain.service === SERVICE.sessionAuthenticate) this.#authenticate(peer, session, plain.body);
    else if (plain.service === SERVICE.sessionStatus) {
      if (plain.body[0] === 5) {
        peer.session = undefined;
        peer.tunnels.clear();
      } else if (plain.body[0] !== 4) this.violations.push(`session status ${plain.body[0]}`);
    } else if (session.userId === undefined) this.violations.push("a service before the authentication");
    else this.#plain(peer, plain);
  }

  #session(peer: Peer, body: Buffer): void {
    const endpoint = parseHpai(body);
    if (body.length !== 40 || !endpoint || endpoint.tcp !== peer.tcp)
      this.violations.push("bad session request");
    const client = Buffer.from(body.subarray(8));
    const keys = newKeyPair();
    const key = sessionKey(keys, client);
    if (!key) {
      this.violations.push("bad public key");
      return;
    }
    const id = this.sessionKeys.push(key);
    const response = Buffer.concat([
      Buffer.from([id >> 8, id & 255]),
      keys.public,
      responseMac(this.#device, id, client, keys.public),
    ]);
    const frame = knxFrame(SERVICE.sessionResponse, response);
    this.captured.push({ way: "out", frame });
    peer.write(frame);
    peer.session = { id, key, keys, client, userId: undefined, sent: 0, received: -1 };
  }

  #authenticate(peer: Peer, session: Session, body: Buffer): void {
    const userId = body[1] ?? 0;
    const key = this.#users.get(userId) ?? randomBytes(16);
    const right =
      body.length === 18 &&
      body[0] === 0 &&
      same(authenticateMac(key, userId, session.client, session.keys.public), body.subarray(2));
    if (right) session.userId = userId;
    this.#send(peer, knxFrame(SERVICE.sessionStatus, Buffer.from([right ? 0 : 1, 0])));
    if (!right) peer.session = undefined;
  }

  #plain(peer: Peer, { service, body }: Frame): void {
    const channel = body[0] ?? 0;
    switch (service) {
      case SERVICE.connectRequest: {
        const endpoints = [parseHpai(body.subarray(0, 8)), parseHpai(body.subarray(8, 16))];
        const cri = body.subarray(16);
        if (
          endpoints.some((endpoint) => endpoint?.tcp !== peer.tcp) ||
          cri[1] !== 4 ||
          cri[2] !== 2 ||
          (cri.length !== 4 && cri.length !== 6)
        ) {
          this.violations.push(`bad connect request ${body.toString("hex")}`);
        }
        if (this.tunnels >= (this.#options.tunnels ?? 8)) {
          this.#send(peer, knxFrame(SERVICE.connectResponse, statusBody(0, 0x24)));
          break;
        }
        this.#channels = (this.#channels % 250) + 1;
        peer.tunnels.set(this.#channels, { send: 0, receive: 0, acks: new Set() });
        const data = hpai({
          tcp: peer.tcp,
          address: peer.tcp ? "0.0.0.0" : "127.0.0.1",
          port: peer.tcp ? 0 : this.port,
        });
        const address = cri.length === 6 ? cri.subarray(4) : Buffer.from([0x11, this.#channels]);
        this.#send(
          peer,
          knxFrame(
            SERVICE.connectResponse,
            Buffer.concat([statusBody(this.#channels, 0), data, Buffer.from([4, 4]), address]),
          ),
        );
        break;
      }
      case SERVICE.descriptionRequest:
        if (parseHpai(body)?.tcp !== peer.tcp || body.length !== 8)
          this.violations.push("bad description request");
        this.#send(peer, knxFrame(SERVICE.descriptionResponse, description({ name: "Testgerät" })));
        break;
      case SERVICE.connectionStateRequest:
        this.#send(
          peer,
          knxFrame(
            SERVICE.connectionStateResponse,
            statusBody(channel, peer.tunnels.has(channel) ? 0 : 0x21),
          ),
        );
        break;
      case SERVICE.disconnectRequest:
        peer.tunnels.delete(channel);
        this.#send(peer, knxFrame(SERVICE.disconnectResponse, statusBody(channel, 0)));
        break;
      case SERVICE.tunnellingAck:
        if (peer.tcp) this.violations.push("an acknowledgement over TCP");
        break;
      case SERVICE.tunnellingRequest:
        this.#tunnelled(peer, body);
        break;
      default:
        this.violations.push(`service ${service.toString(16)}`);
    }
  }

  #tunnelled(peer: Peer, body: Buffer): void {
    const request = parseSequenced(body);
    const tunnel = request && peer.tunnels.get(request.channel);
    if (!request || !tunnel) {
      this.violations.push("a telegram without a tunnel");
      return;
    }
    if (!peer.tcp) {
      this.#send(peer, knxFrame(SERVICE.tunnellingAck, sequenced(request.channel, request.sequence, 0)));
      if (((tunnel.receive - request.sequence) & 255) === 1) return;
    }
    if (request.sequence !== tunnel.receive)
      this.violations.push(`sequence ${request.sequence}, not ${tunnel.receive}`);
    tunnel.receive = (tunnel.receive + 1) & 255;
    const cemi = parseCemi(request.cemi);
    if (!cemi || cemi.code !== CEMI.request) {
      this.violations.push(`no telegram: ${request.cemi.toString("hex")}`);
      return;
    }
    const taken = { ...cemi, tpdu: Buffer.from(cemi.tpdu) };
    this.taken.push(taken);
    this.onTaken(taken);
    if (this.confirm === "never") return;
    const confirmation = Buffer.from(request.cemi);
    confirmation[0] = CEMI.confirmation;
    if (this.confirm === "failed") confirmation[2] = (confirmation[2] ?? 0) | 1;
    this.#send(
      peer,
      knxFrame(SERVICE.tunnellingRequest, sequenced(request.channel, tunnel.send, 0, confirmation)),
    );
    tunnel.send = (tunnel.send + 1) & 255;
  }
}

export async function startKnxServer(options: KnxServerOptions = {}): Promise<KnxServer> {
  const server = new KnxServer(options);
  await server.start();
  return server;
}
