/**
 * One WebSocket connection of a stranger, bounded: size, depth and number of members of a message, messages and pings per
 * second, how long it may be silent to a ping, and how much it may leave unread. What is too fast is not read until its turn
 * comes, so the sender is slowed down by its own connection and nothing is lost.
 *
 *     const peer = new Peer(socket, { clock, limits, onMessage, onClose });
 *     peer.send(text);
 *     if (peer.busy) …                 // so much waits for the other end that what can wait should
 *     peer.close(4401, "…");
 *
 * Invariants: no `onMessage` after `close` or the end. `onClose` is called once. Every timer ends with the connection.
 */
import { Bucket, type Clock, type Rate, withinBounds } from "@hubwart/core";
import type { RawData, WebSocket } from "ws";

export interface PeerLimits {
  /** Levels of objects and lists in a message. */
  depth: number;
  /** Objects, lists and commas in a message. */
  members: number;
  rate: Rate;
  /** A connection that answers no ping for so long is ended. ms. */
  pingEvery: number;
  /** Bytes that may wait for the other end before it counts as busy. */
  waiting: number;
}

export interface PeerOptions {
  clock: Clock;
  limits: PeerLimits;
  /** A JSON message; undefined for a text that is none or goes beyond the bounds. */
  onMessage: (message: unknown) => void;
  onClose: () => void;
  /** What waited has gone out. */
  onDrain?: () => void;
  /** Something was handed to the connection. */
  onWritten?: () => void;
}

/** Bytes that may wait beyond `waiting`: who asks on and on, and reads no answer, is no reader any more. */
const MOST_UNREAD = 1024 * 1024;
/** RFC 6455, 7.4.1. */
const UNSUPPORTED = 1003;
/** A close that the other end does not answer is ended after so long, ms. */
const CLOSE_WITHIN = 2_000;

export class Peer {
  readonly #socket: WebSocket;
  readonly #options: PeerOptions;
  readonly #bucket: Bucket;
  readonly #ends: (() => void)[] = [];
  #resume: () => void = () => undefined;
  #alive = true;
  #closed = false;
  #ended = false;

  constructor(socket: WebSocket, options: PeerOptions) {
    this.#socket = socket;
    this.#options = options;
    const { clock, limits } = options;
    this.#bucket = new Bucket(limits.rate, clock);
    socket.on("message", (data, binary) => this.#took(data, binary));
    socket.on("ping", () => this.#slowDown());
    socket.on("pong", () => {
      this.#alive = true;
      this.#slowDown();
    });
    // The close that follows says all there is to say.
    socket.on("error", () => undefined);
    socket.once("close", () => this.#end());
    this.#ends.push(
      clock.every(limits.pingEvery, () => {
        if (!this.#alive) return socket.terminate();
        this.#alive = false;
        socket.ping();
        return undefined;
      }),
    );
  }

  get busy(): boolean {
    return this.#socket.bufferedAmount > this.#options.limits.waiting;
  }

  get closed(): boolean {
    return this.#closed;
  }

  send(text: string): void {
    if (this.#closed) return;
    if (this.#unread()) return this.terminate();
    this.#socket.send(text, () => {
      if (!this.#closed && !this.busy) this.#options.onDrain?.();
    });
    this.#options.onWritten?.();
  }

  sendJson(message: unknown): void {
    this.send(JSON.stringify(message));
  }

  close(code: number, reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.close(code, reason);
    this.#ends.push(this.#options.clock.after(CLOSE_WITHIN, () => this.#socket.terminate()));
  }

  /** At once, without a word. */
  terminate(): void {
    this.#closed = true;
    this.#socket.terminate();
  }

  #took(data: RawData, binary: boolean): void {
    if (this.#closed) return;
    this.#alive = true;
    if (binary) return this.close(UNSUPPORTED, "JSON only");
    this.#slowDown();
    this.#options.onMessage(this.#parse(data));
  }

  #unread(): boolean {
    return this.#socket.bufferedAmount > this.#options.limits.waiting + MOST_UNREAD;
  }

  /** Answers to pings wait like all others. */
  #slowDown(): void {
    if (this.#closed) return;
    if (this.#unread()) return this.terminate();
    this.#options.onWritten?.();
    this.#bucket.take();
    const wait = this.#bucket.wait();
    if (wait === 0 || this.#socket.isPaused) return;
    this.#socket.pause();
    this.#resume = this.#options.clock.after(wait, () => this.#socket.resume());
  }

  #parse(data: RawData): unknown {
    const { depth, members } = this.#options.limits;
    const text = textOf(data);
    if (!withinBounds(text, { depth, members })) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#closed = true;
    this.#resume();
    for (const end of this.#ends) end();
    this.#options.onClose();
  }
}

/** ws gives a Buffer unless it is told otherwise (`binaryType`). */
const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString("utf8") : "");
