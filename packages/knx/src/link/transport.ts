/**
 * How frames travel to an interface: UDP datagrams, or one TCP stream. `frame` is called for what is a frame and came
 * from the interface; everything else is counted as garbage and dropped.
 */
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { address as addressText, netErrorText } from "@hubwart/runtime/net-errors";
import { openSocket } from "@hubwart/runtime/socket";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { texts } from "../texts.ts";
import { type Frame, FrameReader, type Hpai, parseFrame } from "../wire/frame.ts";

export interface Transport {
  readonly tcp: boolean;
  /** Where answers are to be sent, as it is written into frames. */
  readonly local: Hpai;
  send(frame: Buffer): void;
  /** Like `send`, to where the interface takes telegrams. */
  sendData(frame: Buffer): void;
  /** Where the interface takes telegrams, if it is elsewhere; ignored over TCP and behind NAT. */
  useDataEndpoint(endpoint: Hpai): void;
  close(): void;
}

export interface TransportEvents {
  frame(frame: Frame): void;
  /** The transport has ended by itself; German reason. */
  closed(reason: string): void;
}

export interface TransportOptions {
  host: string;
  port: number;
  /** IPv4 address of the network adapter to use. */
  local: string | undefined;
  nat: boolean;
  clock: Clock;
  signal: AbortSignal;
}

export const CONNECT_MS = 5_000;

/** IPv4, because KNXnet/IP has no other addresses. */
export async function ipv4Of(host: string): Promise<string> {
  return (await lookup(host, { family: 4 })).address;
}

export async function openUdp(options: TransportOptions, events: TransportEvents): Promise<Transport> {
  const peer = await ipv4Of(options.host);
  const own = await localAddress(peer, options);
  const socket = createSocket("udp4");
  const target = addressText(options.host, options.port);
  await bound(socket, own);
  let open = true;
  let data = { address: peer, port: options.port };
  socket.on("message", (bytes, from) => {
    // The interface may answer from another port, never from another address than those it gave.
    const known = from.address === peer || from.address === data.address;
    const frame = known ? parseFrame(bytes) : undefined;
    if (frame && open) events.frame(frame);
  });
  const end = (reason: string) => {
    if (!open) return;
    open = false;
    socket.close();
    events.closed(reason);
  };
  socket.on("error", (error) => end(netErrorText(error, target)));
  const send = (frame: Buffer, address: string, port: number) => {
    if (open) socket.send(frame, port, address, (error) => error && end(netErrorText(error, target)));
  };
  const { port } = socket.address();
  return {
    tcp: false,
    local: options.nat ? { tcp: false, address: "0.0.0.0", port: 0 } : { tcp: false, address: own, port },
    send: (frame) => send(frame, peer, options.port),
    sendData: (frame) => send(frame, data.address, data.port),
    useDataEndpoint: ({ address, port, tcp }) => {
      // 0.0.0.0: the way back is the way here.
      if (!tcp && !options.nat && address !== "0.0.0.0" && port !== 0) data = { address, port };
    },
    close: () => {
      if (open) socket.close();
      open = false;
    },
  };
}

/** The address of this machine from which the peer is reached. */
async function localAddress(peer: string, { local, port }: TransportOptions): Promise<string> {
  if (local !== undefined) return local;
  const probe = createSocket("udp4");
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.connect(port, peer, () => resolve());
    });
    return probe.address().address;
  } finally {
    probe.close();
  }
}

export function bound(socket: UdpSocket, address: string | undefined, port = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      socket.close();
      reject(error);
    };
    socket.once("error", failed);
    socket.bind(port, address, () => {
      socket.off("error", failed);
      resolve();
    });
  });
}

export async function openTcp(options: TransportOptions, events: TransportEvents): Promise<Transport> {
  const { host, port, clock, signal } = options;
  const target = addressText(host, port);
  const reader = new FrameReader();
  let open = true;
  let socket: Socket | undefined;
  const end = (reason: string) => {
    if (!open) return;
    open = false;
    socket?.destroy();
    events.closed(reason);
  };
  socket = await openSocket({
    host,
    port,
    timeoutMs: CONNECT_MS,
    clock,
    signal,
    onRead: (bytes) => {
      const frames = open ? reader.push(Buffer.from(bytes)) : [];
      if (!frames) end(texts.noKnxnet(target));
      for (const frame of frames ?? []) if (open) events.frame(frame);
    },
  });
  const stream = socket;
  stream.on("error", (error) => end(netErrorText(error, target)));
  stream.on("close", () => end(runtimeTexts.hungUp(target)));
  const send = (frame: Buffer) => {
    if (open) stream.write(frame);
  };
  return {
    tcp: true,
    local: { tcp: true, address: "0.0.0.0", port: 0 },
    send,
    sendData: send,
    useDataEndpoint: () => undefined,
    close: () => {
      open = false;
      // What was written last, the farewell, still leaves.
      stream.end();
      clock.after(500, () => stream.destroy());
    },
  };
}
