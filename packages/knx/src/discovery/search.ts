/**
 * Finds KNX IP interfaces and routers by asking into the multicast group, plainly and extended (only the latter tells about KNX
 * Secure and free tunnels), through every network adapter. Answers are addressed to us alone, so no group is joined.
 *
 * Whoever hears the question may answer: time, answers, and devices of one sender are bounded.
 */
import { createSocket, type Socket } from "node:dgram";
import { networkInterfaces } from "node:os";
import type { Clock } from "@hubwart/core";
import { bound } from "../link/transport.ts";
import {
  type Description,
  extendedSearchRequest,
  parseDescription,
  searchRequest,
} from "../wire/description.ts";
import { KNX_PORT, knxFrame, parseFrame, parseHpai, ROUTING_GROUP, SERVICE } from "../wire/frame.ts";

export interface FoundDevice extends Description {
  host: string;
  port: number;
}

export interface SearchResult {
  devices: FoundDevice[];
  /** Own addresses through which was asked. */
  adapters: string[];
}

export interface SearchOptions {
  clock: Clock;
  signal?: AbortSignal | undefined;
  ms?: number;
  /** Own IPv4 addresses; those of all adapters if absent. */
  adapters?: readonly string[];
  group?: string;
  port?: number;
}

const SEARCH_MS = 3_000;
/** Datagrams get lost: asked once more after this time. */
const AGAIN_MS = 1_000;
const MOST_ADAPTERS = 16;
const MOST_DEVICES = 256;
/** Devices of one sender: one that makes up devices does not push out the others. */
const MOST_OF_SENDER = 16;
/** Then nobody listens any more. */
const MOST_DATAGRAMS = 5_000;

export async function searchDevices({
  clock,
  signal,
  ms = SEARCH_MS,
  adapters = ownAddresses(),
  group = ROUTING_GROUP,
  port = KNX_PORT,
}: SearchOptions): Promise<SearchResult> {
  const found = new Findings();
  const asked = new Map<string, Socket>();
  for (const adapter of adapters.slice(0, MOST_ADAPTERS)) {
    const socket = await askingSocket(adapter).catch(() => undefined);
    if (!socket) continue;
    socket.on("message", (bytes, from) => found.take(bytes, from.address));
    // An adapter without a way to the group only finds nothing.
    socket.on("error", () => undefined);
    asked.set(adapter, socket);
  }
  try {
    const ask = () => {
      if (signal?.aborted) return;
      for (const [adapter, socket] of asked) askFrom(socket, adapter, group, port);
    };
    ask();
    if (ms > AGAIN_MS) {
      await pause(clock, AGAIN_MS, signal);
      ask();
    }
    await pause(clock, ms > AGAIN_MS ? ms - AGAIN_MS : ms, signal);
  } finally {
    for (const socket of asked.values()) socket.close();
  }
  return { devices: found.devices(), adapters: [...asked.keys()] };
}

/** IPv4 addresses of this machine, the loopback last. */
export function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all
    .filter(({ family }) => family === "IPv4")
    .sort((a, b) => Number(a.internal) - Number(b.internal))
    .map(({ address }) => address);
}

/** Ends early when nobody waits any more. */
function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const over = () => {
      cancel();
      signal?.removeEventListener("abort", over);
      resolve();
    };
    const cancel = clock.after(ms, over);
    signal?.addEventListener("abort", over);
  });
}

async function askingSocket(adapter: string): Promise<Socket> {
  const socket = createSocket("udp4");
  await bound(socket, adapter);
  try {
    socket.setMulticastInterface(adapter);
    socket.setMulticastTTL(16);
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

function askFrom(socket: Socket, address: string, group: string, port: number): void {
  const answerTo = { tcp: false, address, port: socket.address().port };
  const ignored = () => undefined;
  socket.send(knxFrame(SERVICE.searchRequest, searchRequest(answerTo)), port, group, ignored);
  socket.send(knxFrame(SERVICE.searchRequestExtended, extendedSearchRequest(answerTo)), port, group, ignored);
}

/** What was answered. */
export class Findings {
  readonly #devices = new Map<string, FoundDevice & { extended: boolean }>();
  readonly #ofSender = new Map<string, number>();
  #datagrams = 0;

  take(bytes: Buffer, sender: string): void {
    this.#datagrams += 1;
    if (this.#datagrams > MOST_DATAGRAMS) return;
    const frame = parseFrame(bytes);
    const extended = frame?.service === SERVICE.searchResponseExtended;
    if (!frame || (!extended && frame.service !== SERVICE.searchResponse)) return;
    const endpoint = parseHpai(frame.body);
    const description = parseDescription(frame.body.subarray(8));
    if (!endpoint || endpoint.tcp || endpoint.port === 0 || !description) return;
    const host = isOneHost(endpoint.address) ? endpoint.address : sender;
    const key = `${host}:${endpoint.port} ${description.address}`;
    const known = this.#devices.get(key);
    if (known?.extended || (known && !extended)) return;
    if (!known && !this.#room(sender)) return;
    this.#devices.set(key, { ...description, host, port: endpoint.port, extended });
  }

  /** By name, then by address. */
  devices(): FoundDevice[] {
    return [...this.#devices.values()]
      .map(({ extended: _extended, ...device }) => device)
      .sort((a, b) => a.name.localeCompare(b.name, "de") || a.address - b.address || a.port - b.port);
  }

  #room(sender: string): boolean {
    const count = this.#ofSender.get(sender) ?? 0;
    if (count >= MOST_OF_SENDER || this.#devices.size >= MOST_DEVICES) return false;
    this.#ofSender.set(sender, count + 1);
    return true;
  }
}

/** Behind NAT devices answer with 0.0.0.0; neither that nor a group is where a tunnel could lead. */
function isOneHost(address: string): boolean {
  const first = Number(address.split(".")[0]);
  return first > 0 && first < 224;
}
