/**
 * One question to a time server (SNTP version 4, RFC 4330, client side).
 *
 *     const { offset, delay } = await askTime(address, { clock, signal });
 *
 * Our transmit timestamp is random bits instead of our time: the server returns it, so an answer that carries it is
 * the answer to this question, and nothing about our clock is told. The socket ends with the question.
 */
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { Clock } from "@hubwart/core";

export const NTP_PORT = 123;

export interface TimeAnswer {
  /** ms our clock is behind the server (RFC 4330, 5). */
  offset: number;
  /** ms there and back. */
  delay: number;
}

export type SntpFault =
  | "silent"
  | "closed"
  | "unreachable"
  | "unsynchronised"
  | "malformed"
  | { kiss: string };

export class SntpError extends Error {
  readonly fault: SntpFault;
  constructor(fault: SntpFault) {
    super(typeof fault === "string" ? fault : `kiss-o'-death ${fault.kiss}`);
    this.fault = fault;
  }
}

export interface AskOptions {
  clock: Clock;
  /** ms; without an answer within them it is `silent`. */
  timeout: number;
  signal?: AbortSignal;
  port?: number;
}

/** Rejects with `SntpError`. */
export async function askTime(address: string, options: AskOptions): Promise<TimeAnswer> {
  const { clock, timeout, signal, port = NTP_PORT } = options;
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  const ends: (() => void)[] = [];
  try {
    return await new Promise<TimeAnswer>((resolve, reject) => {
      const fail = (fault: SntpFault) => reject(new SntpError(fault));
      const cookie = randomBytes(8);
      let sent = { wall: 0, mono: 0 };
      ends.push(clock.after(timeout, () => fail("silent")));
      const aborted = () => fail("silent");
      signal?.addEventListener("abort", aborted);
      ends.push(() => signal?.removeEventListener("abort", aborted));
      socket.on("error", (error: NodeJS.ErrnoException) =>
        fail(error.code === "ECONNREFUSED" ? "closed" : "unreachable"),
      );
      socket.on("message", (packet) => {
        const back = sent.wall + (clock.monotonic() - sent.mono);
        // Not an answer to this question.
        if (packet.length < PACKET || !packet.subarray(24, 32).equals(cookie)) return;
        const read = readAnswer(packet);
        if (!("received" in read)) return reject(read);
        resolve(between(sent.wall, read.received, read.transmitted, back));
      });
      // Connected, so that the system drops what comes from elsewhere and tells of a closed port.
      socket.connect(port, address, () => {
        sent = { wall: clock.now(), mono: clock.monotonic() };
        socket.send(question(cookie));
      });
    });
  } finally {
    for (const end of ends) end();
    socket.close();
  }
}

const PACKET = 48;
const CLIENT = 3;
const SERVER = 4;
const VERSION = 4;
const ALARM = 3;
const HIGHEST_STRATUM = 15;

function question(cookie: Buffer): Buffer {
  const packet = Buffer.alloc(PACKET);
  packet[0] = (VERSION << 3) | CLIENT;
  cookie.copy(packet, 40);
  return packet;
}

/** The checks of RFC 4330, 5, but for the originate timestamp. */
function readAnswer(packet: Buffer): { received: number; transmitted: number } | SntpError {
  const first = packet.readUInt8(0);
  const stratum = packet.readUInt8(1);
  if ((first & 7) !== SERVER || stratum > HIGHEST_STRATUM) return new SntpError("malformed");
  if (stratum === 0) {
    const kiss = packet.toString("latin1", 12, 16).replace(/[^A-Z]/g, "");
    return new SntpError({ kiss });
  }
  if (first >> 6 === ALARM) return new SntpError("unsynchronised");
  const received = readTime(packet, 32);
  const transmitted = readTime(packet, 40);
  if (received === undefined || transmitted === undefined) return new SntpError("malformed");
  return { received, transmitted };
}

const UNIX_EPOCH = 2_208_988_800;
const ERA = 2 ** 32;

/** ms since the epoch of a timestamp; of those without the first bit, time goes on in 2036 (RFC 4330, 3). */
function readTime(packet: Buffer, at: number): number | undefined {
  const seconds = packet.readUInt32BE(at);
  const fraction = packet.readUInt32BE(at + 4);
  if (seconds === 0 && fraction === 0) return undefined;
  const since1900 = seconds < ERA / 2 ? seconds + ERA : seconds;
  return (since1900 - UNIX_EPOCH) * 1000 + (fraction / ERA) * 1000;
}

/** Times in ms: our question, its arrival, the answer, its arrival here. */
function between(t1: number, t2: number, t3: number, t4: number): TimeAnswer {
  return { offset: tenths((t2 - t1 + (t3 - t4)) / 2), delay: tenths(Math.max(0, t4 - t1 - (t3 - t2))) };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
