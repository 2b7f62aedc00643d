/**
 * One interface of the asset pod: listens, lets devices in, and listens again when it could not.
 *
 * Bounds: connections in all and before hello, time for headers, handshake and hello, size, depth and rate of messages. A device
 * has one connection; guessing of passwords is braked per address and name, and per address.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Backoff, callerOf, connectionName, givePlaces, isAppError } from "@hubwart/core";
import { AddressBrake, type LiveUser, Peer, type UserBook } from "@hubwart/live";
import type { PodCallers } from "@hubwart/runtime/callers";
import { checkListener } from "@hubwart/runtime/check-listener";
import { listenErrorText } from "@hubwart/runtime/listen-errors";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address } from "@hubwart/runtime/net-errors";
import type { PodContext } from "@hubwart/runtime/pod";
import { type KeyPair, NO_CERTIFICATE, servedBy } from "@hubwart/runtime/tls-files";
import { type WebSocket, WebSocketServer } from "ws";
import { texts as sharedTexts } from "../shared/texts.ts";
import type { Device, Line } from "./device.ts";
import { type DeviceMessage, deviceMessage, MESSAGE_BYTES } from "./message.ts";
import type { AssetIface } from "./schema.ts";
import { texts } from "./texts.ts";

export const ASSET_LIMITS = {
  messageBytes: MESSAGE_BYTES,
  /** Connections of an interface, and of these before hello. */
  connections: { total: 1_200, strangers: 600, perCaller: 600 },
  helloWithin: 10_000,
  pingEvery: 30_000,
} as const;

const PEER_LIMITS = {
  depth: 68,
  members: 10_000,
  rate: { perSecond: 50, atOnce: 200 },
  pingEvery: ASSET_LIMITS.pingEvery,
  waiting: 256 * 1024,
};
const TIMES = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 5_000 };
const HANDSHAKE_MS = 10_000;
/** Wrong passwords of one address before it is refused, whatever names it gives. */
const WRONG_PER_ADDRESS = 50;
const REPORT_MS = 500;
const LOG_MS = 10_000;
const NOT_SIGNED_IN = 4401;
const HELLO_MISSING = 4408;
const TRY_LATER = 1013;

type Hello = Extract<DeviceMessage, { t: "hello" }>;

export interface EndpointParts {
  id: string;
  config: AssetIface;
  devices: ReadonlyMap<string, Device>;
  book: UserBook;
  callers: PodCallers;
  context: PodContext;
}

export class Endpoint {
  readonly #parts: EndpointParts;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: ASSET_LIMITS.messageBytes,
  });
  readonly #backoff = new Backoff();
  readonly #names: AddressBrake;
  readonly #addresses: AddressBrake;
  readonly #peers = new Set<Peer>();
  #server: Server | SecureServer | undefined;
  #pair: KeyPair | undefined;
  #error = "";
  #stopRetry: () => void = () => undefined;
  #stopReport: (() => void) | undefined;
  #logged = Number.NEGATIVE_INFINITY;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    const { clock, scope } = parts.context;
    this.#names = new AddressBrake(clock);
    this.#addresses = new AddressBrake(clock, WRONG_PER_ADDRESS);
    scope.add(() => this.#end());
    parts.callers.onOverload(() => this.#changed());
  }

  start(pair: KeyPair | undefined): void {
    this.#pair = pair;
    if (!this.#parts.config.tls) {
      const { bind, port } = this.#parts.config;
      if (!bind.startsWith("127.") && bind !== "::1") {
        this.#parts.context.log.warn(texts.unencrypted(address(bind, port)));
      }
    }
    this.#listen();
  }

  /** Holds for the next connection. */
  useCertificate(pair: KeyPair): void {
    this.#pair = pair;
    if (!this.#parts.config.tls) return;
    if (this.#server && "setSecureContext" in this.#server && this.#server.listening) {
      this.#server.setSecureContext(servedBy(pair));
    } else if (!this.#server) {
      this.#stopRetry();
      this.#listen();
    }
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    const { bind, tls } = this.#parts.config;
    const bound = this.#server?.listening ? this.#server.address() : undefined;
    const port = typeof bound === "object" && bound !== null ? bound.port : undefined;
    const host = address(bind, port ?? 0);
    const request = Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const answered = (bytes: Buffer) => {
      if (!bytes.toString("latin1").startsWith("HTTP/1.1 426")) throw new Error(texts.oddAnswer);
      return texts.acceptsWebSocket;
    };
    const listener = { bind, port, error: this.#error, tls, request, answered };
    return checkListener(listener, this.#parts.context.clock, signal);
  }

  #listen(): void {
    const { callers, config, context, id } = this.#parts;
    const { bind, port, tls } = config;
    if (tls && !this.#pair) {
      this.#error = NO_CERTIFICATE;
      context.connection(id, { state: false, active: 0, error: NO_CERTIFICATE });
      return;
    }
    const server =
      tls && this.#pair
        ? createSecureServer({ ...TIMES, ...servedBy(this.#pair), handshakeTimeout: HANDSHAKE_MS })
        : createServer(TIMES);
    const places = givePlaces(server, ASSET_LIMITS.connections);
    server.on("request", (_request, response) => {
      response.writeHead(426, { Connection: "close", Upgrade: "websocket" }).end("WebSocket\n");
    });
    callers.budget.bound(server);
    server.on("upgrade", (request, socket, head) => {
      socket.on("error", () => socket.destroy());
      if (context.scope.ended) return void socket.destroy();
      this.#sockets.handleUpgrade(request, socket, head, (ws) =>
        this.#opened(ws, request, () => places.signedIn(connectionName(request.socket) ?? "")),
      );
    });
    server.on("error", (error: NodeJS.ErrnoException) => {
      const reason = listenErrorText(error, address(bind, port));
      if (reason !== this.#error) context.log.warn(reason);
      this.#error = reason;
      this.#server = undefined;
      server.closeAllConnections();
      server.close();
      context.connection(id, { state: false, active: this.#active(), error: reason });
      if (!context.scope.ended)
        this.#stopRetry = context.clock.after(this.#backoff.next(), () => this.#listen());
    });
    server.on("listening", () => {
      // Node looks the address up first, and does not hear of an end meanwhile.
      if (context.scope.ended) return void server.close();
      this.#error = "";
      this.#backoff.reset();
      context.log.info(sharedTexts.accepting(address(bind, (server.address() as AddressInfo).port)));
      this.#report();
    });
    this.#server = server;
    server.listen({ host: bind, port, exclusive: true });
  }

  /** @param known the device has shown who it is */
  #opened(socket: WebSocket, request: IncomingMessage, known: () => void): void {
    const { clock } = this.#parts.context;
    const { budget } = this.#parts.callers;
    budget.follow(request.socket);
    const from = request.socket.remoteAddress ?? "";
    let device: Device | undefined;
    let greeting = false;
    const line: Line = {
      address: from,
      send: (message) => peer.sendJson(message),
      close: (code, reason) => peer.close(code, reason),
    };
    const took = (raw: unknown): void => {
      const message = deviceMessage(raw);
      if (typeof message === "string") return peer.sendJson({ t: "error", message });
      if (message.t === "hello") {
        if (greeting) return peer.sendJson({ t: "error", message: texts.alreadySignedIn });
        greeting = true;
        return void this.#admit(message, from, peer).then((found) => {
          if (!found || peer.closed) return;
          cancel();
          known();
          device = found.device;
          device.connect(line, found.user, message.resume);
          this.#changed();
        });
      }
      if (message.t === "ping") return peer.sendJson({ t: "pong" });
      if (!device) return peer.sendJson({ t: "error", message: texts.signInFirst });
      if (message.t === "values") device.took(message);
      else device.acknowledged(message);
      return undefined;
    };
    const peer = new Peer(socket, {
      clock,
      limits: PEER_LIMITS,
      onMessage: took,
      onWritten: () => budget.wrote(request.socket),
      onClose: () => {
        cancel();
        this.#peers.delete(peer);
        device?.disconnect(line);
        this.#changed();
      },
    });
    const cancel = clock.after(ASSET_LIMITS.helloWithin, () => peer.close(HELLO_MISSING, "hello missing"));
    this.#peers.add(peer);
    this.#changed();
  }

  /** Says why not, and closes, unless the device may come in. Never rejects. */
  async #admit(
    { credentials }: Hello,
    from: string,
    peer: Peer,
  ): Promise<{ device: Device; user: LiveUser } | undefined> {
    const refuse = (message: string, code: number, seconds?: number): undefined => {
      peer.sendJson({ t: "error", message, ...(seconds === undefined ? {} : { retry_after: seconds }) });
      peer.close(code, "not signed in");
    };
    const caller = callerOf(from);
    const name = "user" in credentials ? JSON.stringify([caller, credentials.user]) : undefined;
    const locked = () => {
      const seconds =
        this.#addresses.refusedFor(caller) ?? (name === undefined ? undefined : this.#names.refusedFor(name));
      if (seconds === undefined) return false;
      refuse(texts.falseSignIns, NOT_SIGNED_IN, seconds);
      return true;
    };
    try {
      const { book, devices } = this.#parts;
      let user: LiveUser | undefined;
      if ("token" in credentials) user = book.byToken(credentials.token);
      else {
        if (locked()) return undefined;
        user = await book.byPassword(credentials.user, credentials.password, caller);
      }
      if (!user) {
        if (locked()) return undefined;
        this.#addresses.failed(caller);
        if (name !== undefined) this.#names.failed(name);
        this.#logRefusal(from);
        return refuse(texts.wrongCredentials, NOT_SIGNED_IN);
      }
      if (name !== undefined) this.#names.succeeded(name);
      const device = devices.get(user.username);
      if (!device) return refuse(texts.noChannelsForDevice, NOT_SIGNED_IN);
      return { device, user };
    } catch (error) {
      if (!isAppError(error)) this.#parts.context.log.error(`Anmeldung: ${String(error)}`);
      return refuse(texts.tooManySignIns, TRY_LATER);
    }
  }

  #active(): number {
    let active = 0;
    for (const device of this.#parts.devices.values()) if (device.connected) active += 1;
    return active;
  }

  #report(): void {
    const bound = this.#server?.address();
    if (typeof bound !== "object" || bound === null) return;
    const { callers, context, id } = this.#parts;
    const active = this.#active();
    context.connection(id, { state: true, active, port: bound.port, ...callers.overload });
  }

  #changed(): void {
    if (this.#parts.context.scope.ended) return;
    this.#stopReport ??= this.#parts.context.clock.after(REPORT_MS, () => {
      this.#stopReport = undefined;
      this.#report();
    });
  }

  #logRefusal(from: string): void {
    const { clock, log } = this.#parts.context;
    const now = clock.monotonic();
    if (now - this.#logged < LOG_MS) return;
    this.#logged = now;
    log.warn(sharedTexts.signInRefused(from));
  }

  #end(): Promise<void> {
    this.#stopRetry();
    this.#stopReport?.();
    for (const peer of this.#peers) peer.terminate();
    const server = this.#server;
    if (!server) return Promise.resolve();
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}
