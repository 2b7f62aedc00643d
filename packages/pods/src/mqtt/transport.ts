/**
 * How MQTT reaches its broker: over TCP or TLS as it is, or within a WebSocket (MQTT 5.0 §6).
 *
 *     const socket = await openSocket({ ...endpointOf(config), timeoutMs, clock, signal, onRead });
 *     const line = await lineOver(socket, config, { timeoutMs, clock, signal, onRead });
 *
 * The library for WebSockets is loaded only where one is wanted.
 */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "@hubwart/core";
import { LARGEST_PACKET } from "@hubwart/mqtt/connection";
import { address } from "@hubwart/runtime/net-errors";
import type { SocketOptions } from "@hubwart/runtime/socket";
import type { MqttIface } from "./schema.ts";
import { texts } from "./texts.ts";

export interface LineOptions {
  timeoutMs: number;
  clock: Clock;
  signal: AbortSignal;
  /** The bytes are valid during the call only. */
  onRead: (bytes: Buffer) => void;
}

/** The upgrade was refused, in German. */
export class UpgradeRefused extends Error {
  /** It would be refused again until somebody changes something. */
  readonly lasting: boolean;

  constructor(message: string, lasting = false) {
    super(message);
    this.lasting = lasting;
  }
}

const PORTS = { tcp: { plain: 1883, tls: 8883 }, ws: { plain: 80, tls: 443 } } as const;
/** Above what is written at once, as for a plain socket. */
const WRITE_BUFFER = 262_144;
/** A frame may carry more than one packet. */
const LARGEST_FRAME = LARGEST_PACKET + 1024 * 1024;

export function endpointOf(config: MqttIface): Pick<SocketOptions, "host" | "port" | "tls"> {
  const { ca, cert, host, key, port, tls, transport, verify } = config;
  return {
    host,
    port: port ?? PORTS[transport][tls ? "tls" : "plain"],
    ...(tls
      ? { tls: { verify, ca, ...(cert === undefined || key === undefined ? {} : { cert, key }) } }
      : {}),
  };
}

/** As the socket's `onRead` wants it: what arrives there is MQTT only without a WebSocket. */
export function readsOf(config: MqttIface, onRead: (bytes: Buffer) => void): Pick<SocketOptions, "onRead"> {
  return config.transport === "tcp" ? { onRead } : {};
}

/** @throws UpgradeRefused, or the system's error. The line owns the socket. */
export async function lineOver(socket: Socket, config: MqttIface, options: LineOptions): Promise<Duplex> {
  if (config.transport === "tcp") return socket;
  const { createWebSocketStream, WebSocket } = await import("ws");
  const { host, port, tls } = endpointOf(config);
  const target = address(host, port);
  const path = config.ws_path ?? "/mqtt";
  const web = new WebSocket(`${tls ? "wss" : "ws"}://${target}${path}`, "mqtt", {
    createConnection: () => socket,
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: LARGEST_FRAME,
  });
  const line = createWebSocketStream(web, { writableHighWaterMark: WRITE_BUFFER });
  // What is no binary frame is no MQTT.
  web.on("message", (_data, binary) => {
    if (!binary) web.terminate();
  });
  line.on("data", (bytes: Buffer) => options.onRead(bytes));
  line.on("end", () => line.destroy());
  await new Promise<void>((resolve, reject) => {
    const settle = () => {
      cancel();
      options.signal.removeEventListener("abort", aborted);
    };
    const fail = (error: Error) => {
      settle();
      line.on("error", () => undefined);
      web.terminate();
      socket.destroy();
      reject(error);
    };
    const aborted = () => fail(Object.assign(new Error("ended"), { code: "ECONNABORTED" }));
    const cancel = options.clock.after(options.timeoutMs, () =>
      fail(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })),
    );
    web.once("unexpected-response", (_request, response) => {
      fail(
        new UpgradeRefused(
          texts.noWebSocket(target, path, response.statusCode ?? 0),
          response.statusCode === 401 || response.statusCode === 403,
        ),
      );
    });
    web.on("error", (error: Error) => {
      fail("code" in error ? error : new UpgradeRefused(texts.noMqttOverWebSocket(target, path)));
    });
    web.once("open", () => {
      settle();
      resolve();
    });
    options.signal.addEventListener("abort", aborted);
    if (options.signal.aborted) aborted();
  });
  return line;
}
