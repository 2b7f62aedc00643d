/**
 * What telegrams mean to the channels of an interface: jobs become telegrams, telegrams set channels and ask for answers; each is
 * kept for the monitor, and sealed or opened where the keyring says so.
 *
 * Invariants: a telegram of our own sets the other channels that listen to its address, never the one that sent it. What cannot be
 * secured for now (no number for it, see `SequenceStore`) waits by itself: the link and all other groups go on.
 */
import { groupText } from "@hubwart/contract/group-address";
import { errorText } from "@hubwart/core";
import { decodeValue, type Payload } from "@hubwart/knx/dpt/codec";
import type { Link, Outcome } from "@hubwart/knx/link/link";
import { isSecure } from "@hubwart/knx/secure/data-secure";
import { individualText } from "@hubwart/knx/wire/address";
import {
  CEMI,
  type Cemi,
  cemiFrame,
  type GroupService,
  groupTpdu,
  PRIORITY,
  parseGroupTpdu,
} from "@hubwart/knx/wire/cemi";
import type { Outcome as Result } from "@hubwart/runtime/delivery/deliveries";
import type { PodContext } from "@hubwart/runtime/pod";
import { texts } from "../texts.ts";
import { Monitor } from "./monitor.ts";
import { addressOf, type Job, type Outbox } from "./outbox.ts";
import type { Point } from "./point.ts";
import { Readings } from "./readings.ts";
import type { SecureSetup } from "./setup.ts";
import { Values } from "./values.ts";

export interface TrafficSide {
  context: PodContext;
  outbox: Outbox;
  secure(): SecureSetup | undefined;
  /** Why the link was lost, German. */
  lostBecause(): string;
  /** The link stands; whether the interface has said what became of a telegram. */
  confirmed(said: boolean): void;
  /** The outbox has something new. */
  wake(): void;
  /** Worth a line in the log, once in a while. German. */
  notice(text: string): void;
}

export class Traffic {
  readonly #side: TrafficSide;
  readonly #points: readonly Point[];
  readonly #byAddress = new Map<number, Point[]>();
  readonly #monitor: Monitor;
  readonly #values: Values;
  readonly #readings: Readings;
  /** What a channel that answers sent or received last: what it once sent may have been replaced on the bus since. */
  readonly #newest = new Map<Point, Payload>();

  constructor(points: readonly Point[], side: TrafficSide) {
    this.#side = side;
    this.#points = points;
    for (const point of points) {
      for (const address of new Set([...point.listens, ...(point.responds ? [point.address] : [])])) {
        const there = this.#byAddress.get(address);
        if (there) there.push(point);
        else this.#byAddress.set(address, [point]);
      }
    }
    const byGroup = new Map(
      points.toReversed().flatMap((point) => [point.address, ...point.listens].map((a) => [a, point])),
    );
    const { context } = side;
    this.#monitor = new Monitor(context.clock, (group) => byGroup.get(group));
    this.#values = new Values(context);
    this.#readings = new Readings(points, context.clock);
  }

  shown(after: number): ReturnType<Monitor["since"]> {
    return this.#monitor.since(after);
  }

  connected(): void {
    this.#readings.connected();
    this.tick();
  }

  disconnected(): void {
    for (const point of this.#points) this.#values.doubt(point);
  }

  /** Asks for what is due. */
  tick(): void {
    if (this.#readings.none) return;
    const { ask, unanswered } = this.#readings.tick();
    for (const point of unanswered) {
      this.#values.failed(point, texts.noReply);
      this.#values.doubt(point);
    }
    for (const address of ask) this.#side.outbox.read(address);
    if (ask.length > 0) this.#side.wake();
  }

  async send(link: Link, job: Job): Promise<void> {
    const stood = link.open;
    let outcome: Outcome;
    try {
      outcome = await this.#send(link, job);
    } catch (error) {
      if (!(error instanceof NotSealed)) throw error;
      if (job.kind === "ask") job.settle("lost");
      this.#side.outbox.settle({ t: "vain" });
      this.#side.notice(texts.notSent(groupText(addressOf(job)), texts.noSequence(error.message)));
      return;
    }
    const ends = this.#side.outbox.settle(meaning(job, outcome, stood));
    if (ends > 1) this.#side.notice(`${groupText(addressOf(job))}: ${texts.linkEnds}`);
    if (outcome === "sent" && job.kind === "write") this.#set(job.point.address, job.payload, job.point);
  }

  async #send(link: Link, job: Job): Promise<Outcome> {
    switch (job.kind) {
      case "read":
        this.#readings.asked(job.address);
        return await this.#transmit(link, "read", job.address, PRIORITY.low);
      case "answer": {
        const payload = this.#newest.get(job.point);
        if (!payload) return "sent";
        return await this.#transmit(link, "response", job.point.address, job.point.priority, payload);
      }
      case "ask": {
        const outcome = await this.#transmit(link, job.service, job.address, PRIORITY.low, job.payload);
        if (outcome === "sent" && job.payload) this.#set(job.address, job.payload);
        job.settle(outcome);
        return outcome;
      }
      case "write": {
        const { point, payload } = job;
        const outcome = await this.#transmit(link, "write", point.address, point.priority, payload);
        if (outcome === "sent" && point.responds) this.#newest.set(point, payload);
        return outcome;
      }
    }
  }

  received(cemi: Cemi): void {
    if (!cemi.group) return;
    const open = this.#side.secure()?.data?.open(cemi) ?? { tpdu: cemi.tpdu };
    const tpdu = "refused" in open ? cemi.tpdu : open.tpdu;
    const problem = "refused" in open ? open.refused : undefined;
    const raw = cemiFrame({ ...cemi, code: CEMI.indication, tpdu: cemi.tpdu });
    this.#monitor.add({ dir: "in", cemi, tpdu: Buffer.from(tpdu), secure: isSecure(cemi), raw, problem });
    if ("refused" in open) {
      this.#side.notice(
        texts.refusedTelegram(groupText(cemi.target), individualText(cemi.source), open.refused),
      );
      return;
    }
    const group = parseGroupTpdu(open.tpdu);
    if (!group) return;
    if (group.service === "read") this.#asked(cemi.target);
    else {
      this.#readings.answered(cemi.target);
      this.#set(cemi.target, group.payload);
    }
  }

  async #transmit(
    link: Link,
    service: GroupService,
    target: number,
    priority: number,
    payload?: Payload,
  ): Promise<Outcome> {
    const plain = groupTpdu(service, payload);
    const data = this.#side.secure()?.data;
    // Data Secure covers the source, so the interface must not be left to fill it in.
    const sealed = data?.secures(target) === true;
    const source = sealed ? link.address : link.source;
    const tpdu = sealed ? await data.seal(source, target, plain).catch(notSealed) : plain;
    const frame = cemiFrame({ code: CEMI.request, source, target, priority, tpdu });
    const outcome = await link.send(frame);
    if (outcome !== "lost") this.#side.confirmed(outcome !== "silent");
    const problem =
      outcome === "sent" ? undefined : (REASONS[outcome as keyof typeof REASONS] ?? this.#side.lostBecause());
    const cemi = { source: link.address, target };
    this.#monitor.add({ dir: "out", cemi, tpdu: plain, secure: sealed, raw: frame, problem });
    return outcome;
  }

  /** The first channel that may answer does. */
  #asked(address: number): void {
    const answering = this.#byAddress
      .get(address)
      ?.find((point) => point.responds && point.address === address && this.#newest.has(point));
    if (!answering) return;
    this.#side.outbox.answer(answering);
    this.#side.wake();
  }

  #set(address: number, payload: Payload, except?: Point): void {
    for (const point of this.#byAddress.get(address) ?? []) {
      if (point === except) continue;
      if (point.responds && point.address === address && isValue(point, payload)) {
        this.#newest.set(point, payload);
      }
      if (point.listens.includes(address)) this.#values.took(point, payload);
    }
  }
}

class NotSealed extends Error {}
const notSealed = (error: unknown): never => {
  throw new NotSealed(errorText(error));
};

const isValue = ({ dpt, type }: Point, payload: Payload): boolean =>
  !("problem" in decodeValue(dpt, type, payload));

/** @param stood the link did when the telegram was handed over */
function meaning(job: Job, outcome: Outcome, stood: boolean): Result {
  if (outcome === "sent") return { t: "written" };
  if (outcome === "lost") return stood ? { t: "vain" } : { t: "unsent" };
  return { t: "refused", reason: texts.notSent(groupText(addressOf(job)), REASONS[outcome]) };
}

const REASONS: Record<Exclude<Outcome, "sent" | "lost">, string> = {
  refused: texts.notConfirmedOnBus,
  silent: texts.notConfirmedByInterface,
};
