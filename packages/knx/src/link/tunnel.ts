/**
 * A tunnel (KNX Standard 03.08.04): over UDP with acknowledgements and one repetition, over TCP without.
 *
 * Invariants: one telegram is on its way at a time; its sequence number is the one of its repetition. A received
 * telegram that was acknowledged before is acknowledged again and not handed on a second time. Two unanswered requests,
 * four unanswered questions about the connection's state, or a disconnect request end the tunnel. An interface over UDP is told
 * so until it has answered: it would keep the tunnel, and refuse the next one, for two minutes. Over TCP, where an
 * interface without power leaves no trace, one such question is asked when the bus does not confirm a telegram.
 */
import type { Clock } from "@hubwart/core";
import { texts } from "../texts.ts";
import { CEMI, type Cemi, parseCemi } from "../wire/cemi.ts";
import {
  connectRequest,
  parseConnectResponse,
  parseSequenced,
  parseStatus,
  sequenced,
  stateRequest,
  statusBody,
  statusText,
} from "../wire/connection.ts";
import { type Frame, knxFrame, SERVICE } from "../wire/frame.ts";
import { type Link, LinkError, type LinkEvents, type Outcome } from "./link.ts";
import { Requests } from "./requests.ts";
import type { Transport } from "./transport.ts";

/** Times of the standard, ms. */
export const TUNNEL_TIMES = {
  connect: 10_000,
  heartbeat: 60_000,
  state: 10_000,
  stateTries: 4,
  ack: 1_000,
  ackTries: 2,
  confirmation: 3_000,
  disconnect: 400,
  /** An interface ends by itself what it hears nothing of for so long. */
  kept: 120_000,
};
export type TunnelTimes = typeof TUNNEL_TIMES;

/** So many telegrams in a row out of sequence are no chance. */
const OUT_OF_STEP = 3;

export interface TunnelOptions {
  /** For messages. */
  target: string;
  /** Individual address that this tunnel is to have; the interface chooses if undefined. */
  wanted: number | undefined;
  clock: Clock;
  times?: TunnelTimes;
}

export class Tunnel implements Link {
  readonly #transport: Transport;
  readonly #events: LinkEvents;
  readonly #options: TunnelOptions;
  readonly #times: TunnelTimes;
  readonly #requests: Requests;
  #channel = -1;
  #address = 0;
  #open = false;
  #sendSequence = 0;
  #receiveSequence = 0;
  /** Telegrams in a row that are ahead of it. */
  #ahead = 0;
  #confirming: { target: number; tpdu: Buffer; settle: (outcome: Outcome) => void } | undefined;
  #stopHeartbeat: () => void = () => undefined;
  #duplicates = 0;
  #ended: string | undefined;
  /** Until when the interface may keep the tunnel although it is over, monotonic ms. */
  #keptUntil = Number.NEGATIVE_INFINITY;

  constructor(transport: Transport, events: LinkEvents, options: TunnelOptions) {
    this.#transport = transport;
    this.#events = events;
    this.#options = options;
    this.#times = options.times ?? TUNNEL_TIMES;
    this.#requests = new Requests(options.clock);
  }

  /** The interface replaces it by the tunnel's own address. */
  readonly source = 0;

  /** Individual address of this tunnel. */
  get address(): number {
    return this.#address;
  }

  get open(): boolean {
    return this.#open;
  }

  /** Telegrams that came a second time because an acknowledgement was lost. */
  get duplicates(): number {
    return this.#duplicates;
  }

  /** @throws LinkError */
  async connect(): Promise<void> {
    const { local } = this.#transport;
    const answer = this.#requests.wait("connect", this.#times.connect);
    this.#transport.send(
      knxFrame(SERVICE.connectRequest, connectRequest(local, local, this.#options.wanted)),
    );
    const body = await answer;
    if (this.#ended !== undefined) throw new LinkError(this.#ended);
    if (!body) throw new LinkError(texts.connectSilent(this.#options.target));
    const response = parseConnectResponse(body);
    if (!response) throw new LinkError(texts.strangeConnectAnswer(this.#options.target));
    if (response.status !== 0) {
      throw new LinkError(texts.connectRefused(this.#options.target, statusText(response.status)));
    }
    if (response.data) this.#transport.useDataEndpoint(response.data);
    this.#channel = response.channel;
    this.#address = response.address ?? 0;
    this.#open = true;
    this.#stopHeartbeat = this.#options.clock.every(this.#times.heartbeat, () => void this.#heartbeat());
  }

  /** A frame of the interface. */
  frame({ service, body }: Frame): void {
    switch (service) {
      case SERVICE.connectResponse:
        this.#requests.answer("connect", body);
        break;
      case SERVICE.connectionStateResponse:
        if (parseStatus(body)?.channel === this.#channel) {
          this.#requests.answer("state", body);
          this.#requests.answer("doubt", body);
        }
        break;
      case SERVICE.disconnectResponse:
        this.#requests.answer("disconnect", body);
        break;
      case SERVICE.disconnectRequest:
        if (this.#open && body[0] === this.#channel) {
          this.#transport.send(knxFrame(SERVICE.disconnectResponse, statusBody(this.#channel, 0)));
          this.end(texts.tunnelEnded(this.#options.target));
        }
        break;
      case SERVICE.tunnellingAck:
        this.#acknowledged(body);
        break;
      case SERVICE.tunnellingRequest:
        this.#received(body);
        break;
    }
  }

  async send(cemi: Buffer): Promise<Outcome> {
    if (!this.#open) return "lost";
    const sent = parseCemi(cemi);
    if (!sent) throw new Error("no telegram");
    const confirmed = this.#confirmation(sent);
    const sequence = this.#sendSequence;
    const frame = knxFrame(SERVICE.tunnellingRequest, sequenced(this.#channel, sequence, 0, cemi));
    if (this.#transport.tcp) this.#transport.sendData(frame);
    else if (!(await this.#acknowledge(frame, sequence))) {
      this.#giveUp(texts.unconfirmed(this.#options.target));
      return "lost";
    }
    this.#sendSequence = (sequence + 1) & 0xff;
    const cancel = this.#options.clock.after(this.#times.confirmation, () => void this.#unconfirmed());
    const outcome = await confirmed;
    cancel();
    return outcome;
  }

  /** An interface that is still there has not said what became of the telegram; from one that is gone it is lost. */
  async #unconfirmed(): Promise<void> {
    const waiting = this.#confirming;
    if (this.#transport.tcp) {
      const answer = this.#requests.wait("doubt", this.#times.state);
      this.#askState();
      const body = await answer;
      if (this.#confirming !== waiting) return;
      if (body) this.#heardState(body);
      else this.#giveUp(texts.answersNoMore(this.#options.target));
    }
    if (this.#confirming === waiting) waiting?.settle("silent");
  }

  /** Settled by the confirmation of the bus, which may come before the acknowledgement. */
  #confirmation({ target, tpdu }: Cemi): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#confirming = {
        target,
        tpdu,
        settle: (outcome) => {
          this.#confirming = undefined;
          resolve(outcome);
        },
      };
    });
  }

  async #acknowledge(frame: Buffer, sequence: number): Promise<boolean> {
    for (let tries = 0; tries < this.#times.ackTries && this.#open; tries += 1) {
      const answer = this.#requests.wait(`ack ${sequence}`, this.#times.ack);
      this.#transport.sendData(frame);
      if ((await answer) && this.#open) return true;
    }
    return false;
  }

  #acknowledged(body: Buffer): void {
    const ack = parseSequenced(body);
    if (!ack || ack.channel !== this.#channel || body.length !== 4) return;
    // An acknowledgement with an error counts as none: the request is repeated once.
    if (ack.status === 0) this.#requests.answer(`ack ${ack.sequence}`, body);
  }

  #received(body: Buffer): void {
    const request = parseSequenced(body);
    if (!request || !this.#open || request.channel !== this.#channel) return;
    if (!this.#transport.tcp) {
      const behind = (this.#receiveSequence - request.sequence) & 0xff;
      if (behind > 1) {
        if (behind > 0x7f) this.#isAhead();
        return;
      }
      this.#ahead = 0;
      this.#transport.sendData(
        knxFrame(SERVICE.tunnellingAck, sequenced(this.#channel, request.sequence, 0)),
      );
      if (behind === 1) {
        this.#duplicates += 1;
        return;
      }
      this.#receiveSequence = (this.#receiveSequence + 1) & 0xff;
    }
    const cemi = parseCemi(request.cemi);
    if (!cemi) return;
    if (cemi.code === CEMI.confirmation) this.#confirm(cemi);
    else if (cemi.code === CEMI.indication) this.#events.telegram(cemi);
  }

  /** It has given up on a telegram whose acknowledgements were lost, and goes on: all that follows would be dropped. */
  #isAhead(): void {
    this.#ahead += 1;
    if (this.#ahead >= OUT_OF_STEP) this.#giveUp(texts.outOfStep(this.#options.target));
  }

  #confirm(cemi: Cemi): void {
    const waiting = this.#confirming;
    if (waiting && waiting.target === cemi.target && waiting.tpdu.equals(cemi.tpdu)) {
      waiting.settle(cemi.failed ? "refused" : "sent");
    }
  }

  async #heartbeat(): Promise<void> {
    for (let tries = 0; tries < this.#times.stateTries && this.#open; tries += 1) {
      const answer = this.#requests.wait("state", this.#times.state);
      this.#askState();
      const body = await answer;
      if (!this.#open) return;
      if (body) {
        this.#heardState(body);
        return;
      }
    }
    this.#giveUp(texts.answersNoMore(this.#options.target));
  }

  #askState(): void {
    const body = stateRequest(this.#channel, this.#transport.local);
    this.#transport.send(knxFrame(SERVICE.connectionStateRequest, body));
  }

  #heardState(body: Buffer): void {
    const status = parseStatus(body)?.status ?? 0;
    if (status !== 0) this.#giveUp(`${this.#options.target} meldet: ${statusText(status)}`);
  }

  /** The link is over; nothing is sent any more. */
  end(reason: string): void {
    this.#ended ??= reason;
    this.#keptUntil = Number.NEGATIVE_INFINITY;
    if (!this.#open) {
      this.#requests.end();
      return;
    }
    this.#shut();
    this.#transport.close();
    this.#events.closed(reason);
  }

  /** The interface may know nothing of it and keep the tunnel, often its only one: `release` tells it. */
  #giveUp(reason: string): void {
    if (!this.#open) return;
    if (this.#transport.tcp) {
      this.end(reason);
      return;
    }
    this.#ended ??= reason;
    this.#leave();
    this.#events.closed(reason);
  }

  #leave(): void {
    this.#shut();
    this.#keptUntil = this.#options.clock.monotonic() + this.#times.kept;
  }

  get #kept(): boolean {
    return this.#keptUntil > this.#options.clock.monotonic();
  }

  #shut(): void {
    this.#open = false;
    this.#stopHeartbeat();
    this.#requests.end();
    this.#confirming?.settle("lost");
  }

  async release(): Promise<boolean> {
    if (this.#open) this.#leave();
    if (this.#kept) {
      const answer = this.#requests.wait("disconnect", this.#times.disconnect);
      const body = stateRequest(this.#channel, this.#transport.local);
      this.#transport.send(knxFrame(SERVICE.disconnectRequest, body));
      if (await answer) this.#keptUntil = Number.NEGATIVE_INFINITY;
    }
    const over = this.#transport.tcp || !this.#kept;
    if (over) this.#transport.close();
    return over;
  }

  forget(): void {
    this.#keptUntil = Number.NEGATIVE_INFINITY;
    this.#requests.end();
    this.#transport.close();
  }

  async close(): Promise<void> {
    await this.release();
    this.forget();
  }
}
