/**
 * Routing (KNX Standard 03.08.05): telegrams as multicast. Nobody acknowledges; a router that is busy says so, and everybody
 * waits as long as it asks, plus a random time that grows with the number of such messages (3.3.6 flow control).
 */
import { createSocket, type Socket } from "node:dgram";
import type { Clock } from "@hubwart/core";
import { netErrorText } from "@hubwart/runtime/net-errors";
import { texts } from "../texts.ts";
import { CEMI, parseCemi } from "../wire/cemi.ts";
import { knxFrame, parseFrame, SERVICE } from "../wire/frame.ts";
import { type Link, LinkError, type LinkEvents, type Outcome } from "./link.ts";
import { bound } from "./transport.ts";

export interface RoutingOptions {
  group: string;
  port: number;
  /** IPv4 address of the network adapter. */
  local: string | undefined;
  source: number;
  clock: Clock;
  random?: () => number;
}

/** Adds and removes what protects routing telegrams; the plain way adds nothing. */
export interface RoutingGuard {
  wrap(frame: Buffer): Buffer | undefined;
  /** The plain frame, or undefined if it is not to be trusted. */
  unwrap(frame: Buffer): Buffer | undefined;
  /** Resolves when telegrams may be sent. */
  start(send: (frame: Buffer) => void): Promise<void>;
  stop(): void;
}

const PLAIN: RoutingGuard = {
  wrap: (frame) => frame,
  unwrap: (frame) => frame,
  start: () => Promise.resolve(),
  stop: () => undefined,
};

const BUSY_STEP_MS = 50;
/** Further busy messages within this time belong to the same congestion. */
const BUSY_SAME_MS = 10;
const LONGEST_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 10_000;
/** Of a membership that stands. */
const JOINED = "EADDRINUSE";

export class Routing implements Link {
  readonly #options: RoutingOptions;
  readonly #events: LinkEvents;
  readonly #guard: RoutingGuard;
  readonly #socket: Socket;
  #open = false;
  #pausedUntil = 0;
  #busyCount = 0;
  #lastBusy = Number.NEGATIVE_INFINITY;
  #lost = 0;
  #stopLooking: () => void = () => undefined;

  constructor(options: RoutingOptions, events: LinkEvents, guard: RoutingGuard = PLAIN) {
    this.#options = options;
    this.#events = events;
    this.#guard = guard;
    this.#socket = createSocket({ type: "udp4", reuseAddr: true });
  }

  get source(): number {
    return this.#options.source;
  }
  get address(): number {
    return this.#options.source;
  }
  get open(): boolean {
    return this.#open;
  }

  /** @throws LinkError */
  async connect(): Promise<void> {
    const { group, port } = this.#options;
    try {
      // Bound to the group, so that only what was sent to it arrives.
      await bound(this.#socket, group, port);
    } catch (error) {
      throw new LinkError(netErrorText(error, `${group}:${port}`));
    }
    this.#socket.on("error", (error) => this.#end(netErrorText(error, `${group}:${port}`)));
    this.#socket.on("message", (bytes) => this.#received(bytes));
    try {
      this.#join();
      this.#socket.setMulticastTTL(16);
      this.#socket.setMulticastLoopback(true);
    } catch (error) {
      this.#socket.close();
      throw new LinkError(texts.noMulticast(group, codeOf(error)));
    }
    this.#open = true;
    this.#stopLooking = this.#options.clock.every(LOOK_EVERY_MS, () => this.#look());
    await this.#guard.start((frame) => this.#transmit(frame));
  }

  #join(): void {
    const { group, local } = this.#options;
    this.#socket.addMembership(group, local);
    if (local !== undefined) this.#socket.setMulticastInterface(local);
  }

  /**
   * An adapter that comes back (USB, VLAN, bridge) is another one, at which nobody has joined, and nothing tells so: what can be
   * joined is not what was. What came meanwhile is missing, so everything begins anew.
   */
  #look(): void {
    const { group } = this.#options;
    try {
      this.#join();
      this.#end(texts.otherAdapter(group));
    } catch (error) {
      const code = codeOf(error);
      if (code !== JOINED) this.#end(texts.noMulticast(group, code));
    }
  }

  async send(cemi: Buffer): Promise<Outcome> {
    await this.#pause();
    if (!this.#open) return "lost";
    const indication = Buffer.from(cemi);
    indication[0] = CEMI.indication;
    const frame = this.#guard.wrap(knxFrame(SERVICE.routingIndication, indication));
    if (!frame) return "refused";
    return await new Promise((resolve) => {
      this.#own(frame);
      this.#socket.send(frame, this.#options.port, this.#options.group, (error) => {
        if (error) this.#end(netErrorText(error, this.#options.group));
        resolve(error ? "lost" : "sent");
      });
    });
  }

  #transmit(frame: Buffer): void {
    if (!this.#open) return;
    this.#own(frame);
    this.#socket.send(frame, this.#options.port, this.#options.group, (error) => {
      if (error) this.#end(netErrorText(error, this.#options.group));
    });
  }

  /** Other programs of this machine shall hear us, so our own frames come back; each is dropped once. */
  readonly #echoes: string[] = [];
  #own(frame: Buffer): void {
    this.#echoes.push(frame.toString("latin1"));
    if (this.#echoes.length > 64) this.#echoes.shift();
  }

  #received(bytes: Buffer): void {
    const echo = this.#echoes.indexOf(bytes.toString("latin1"));
    if (echo >= 0) {
      this.#echoes.splice(echo, 1);
      return;
    }
    const plain = this.#guard.unwrap(bytes);
    const frame = plain ? parseFrame(plain) : undefined;
    if (!frame) return;
    if (frame.service === SERVICE.routingIndication) {
      const cemi = parseCemi(frame.body);
      if (cemi?.code === CEMI.indication) this.#events.telegram(cemi);
    } else if (frame.service === SERVICE.routingBusy && frame.body.length >= 6 && frame.body[0] === 6) {
      this.#busy(frame.body.readUInt16BE(2));
    } else if (
      frame.service === SERVICE.routingLostMessage &&
      frame.body.length >= 4 &&
      frame.body[0] === 4
    ) {
      this.#lost += frame.body.readUInt16BE(2);
      this.#events.notice(texts.routerDropped(this.#lost));
    }
  }

  #busy(waitMs: number): void {
    const now = this.#options.clock.monotonic();
    if (now - this.#lastBusy > BUSY_SAME_MS) this.#busyCount += 1;
    this.#lastBusy = now;
    const random = (this.#options.random ?? Math.random)() * this.#busyCount * BUSY_STEP_MS;
    const wait = Math.min(LONGEST_WAIT_MS, waitMs) + Math.min(LONGEST_WAIT_MS, random);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + wait);
    this.#events.notice(texts.routerBusy);
  }

  async #pause(): Promise<void> {
    const { clock } = this.#options;
    for (let left = this.#pausedUntil - clock.monotonic(); left > 0 && this.#open; ) {
      await new Promise<void>((resolve) => void clock.after(left, resolve));
      left = this.#pausedUntil - clock.monotonic();
      // One congestion less to remember for every quiet second after it (3.3.6: slow decrease).
      if (left <= 0) this.#busyCount = Math.max(0, this.#busyCount - 1);
    }
  }

  #end(reason: string): void {
    if (!this.#open) return;
    this.#shut();
    this.#events.closed(reason);
  }

  #shut(): void {
    this.#open = false;
    this.#stopLooking();
    this.#guard.stop();
    this.#socket.close();
  }

  async release(): Promise<boolean> {
    await this.close();
    return true;
  }

  forget(): void {
    if (this.#open) this.#shut();
  }

  async close(): Promise<void> {
    this.forget();
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? texts.unknown;
