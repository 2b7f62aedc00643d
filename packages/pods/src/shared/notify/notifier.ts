/**
 * Values in, messages out: what pod types share that send messages to people.
 *
 * A value that triggers nothing counts as written at once; one that does when every recipient's service has taken
 * the message, a digest included.
 */

import { errorText, InvalidInputError, UnavailableError } from "@hubwart/core";
import type { NotifyOrder } from "@hubwart/runtime/methods";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import { compileTemplate, type Fill } from "@hubwart/runtime/template";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import type { NotifyChannel } from "./columns.ts";
import type { Outbound } from "./outbound.ts";
import { type Message, MessageQueue } from "./queue.ts";
import { texts } from "./texts.ts";
import { Trigger, type Verdict } from "./trigger.ts";

export interface NotifyTarget {
  iface: string;
  recipients: readonly string[];
  subject: string;
}

interface Source {
  index: number;
  target: NotifyTarget;
  trigger: Trigger;
  bad: boolean;
  text: Fill;
  clear: Fill | undefined;
  subject: Fill;
  value: unknown;
}

const MOST_WAITING = 1_000;
const MOST_TAKEN = 1_000;
const LOOK_EVERY = 2_000;
const LONGEST_SUBJECT = 200;
const LONGEST_TEXT = 16_000;
const BAD = 2;

export class Notifier {
  readonly #context: PodContext;
  readonly #sources = new Map<number, Source>();
  /** Message id → the write it was made of. */
  readonly #writes = new Map<number, { write: PodWrite; open: Set<number>; reason: string | undefined }>();
  /** Keys of messages that were taken lately. */
  readonly #taken: string[] = [];
  #queue: MessageQueue | undefined;
  /** By interface. */
  readonly #ways = new Map<string, Pick<Outbound, "heldUp" | "wake">>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  /** @param target of each channel that is written to; undefined for the others */
  async open(target: (index: number) => NotifyTarget | undefined): Promise<MessageQueue> {
    const { load, log } = this.#context;
    load.channels.forEach(({ chan, config }, index) => {
      const found = target(index);
      if (!found) return;
      const rule = config as NotifyChannel;
      this.#sources.set(index, {
        index,
        target: found,
        trigger: new Trigger(rule),
        bad: rule.when === "bad",
        text: compileTemplate(rule.text, chan),
        clear: rule.clear === undefined ? undefined : compileTemplate(rule.clear, chan),
        subject: compileTemplate(found.subject, chan),
        value: null,
      });
    });
    this.#queue = await MessageQueue.open(load.folder, MOST_WAITING, log);
    if (load.folder === undefined) log.info(texts.lostAtRestart);
    if (this.#queue.size > 0) log.info(texts.stillWaiting(this.#queue.size));
    this.#watchQuality();
    return this.#queue;
  }

  /** By what the messages of an interface go out. */
  sendBy(iface: string, way: Pick<Outbound, "heldUp" | "wake">): void {
    this.#ways.set(iface, way);
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const source = this.#sources.get(write.index);
      if (!source) {
        this.#context.refused(write, runtimeTexts.readOnly);
        continue;
      }
      source.value = write.value;
      await this.#act(source, source.trigger.value(write.value), write.ts, write);
    }
  }

  /**
   * A message that is no value of a channel, to `to` or else to the recipients of the channel; resolves when it is on the disk, if that takes it.
   * While earlier ones wait for all of its recipients it is refused: who asks for it can say more in one when it goes out.
   *
   * @param fallback of messages for no channel
   * @throws InvalidInputError where nobody would get it; UnavailableError where it would only wait
   */
  async take(
    { index, key, subject, text, to: only }: NotifyOrder,
    fallback: NotifyTarget | undefined,
  ): Promise<void> {
    const own = index === undefined ? fallback : this.#sources.get(index)?.target;
    const target = only === undefined ? own : this.#only(only, own);
    if (!target || target.recipients.length === 0)
      throw new InvalidInputError([{ field: "to", message: texts.noRecipient }]);
    if (this.#taken.includes(key)) return;
    this.#refuseHeldUp(target);
    const { clock, load } = this.#context;
    for (const to of target.recipients) {
      const result = await this.#queue?.add({
        ts: clock.now(),
        iface: target.iface,
        to,
        chan: index === undefined ? load.id : (load.channels[index]?.chan ?? load.id),
        subject: subject.slice(0, LONGEST_SUBJECT),
        text: text.slice(0, LONGEST_TEXT),
      });
      if (result?.lost) this.settled(result.lost, texts.tooManyWait(MOST_WAITING));
    }
    this.#taken.push(key);
    if (this.#taken.length > MOST_TAKEN) this.#taken.shift();
    this.#wake();
  }

  #wake(): void {
    for (const way of this.#ways.values()) way.wake();
  }

  #refuseHeldUp({ iface, recipients }: NotifyTarget): void {
    const reasons = recipients.map((to) => this.#ways.get(iface)?.heldUp(to));
    const [reason] = reasons;
    if (reason !== undefined && !reasons.includes(undefined)) throw new UnavailableError(reason);
  }

  #only(to: string, own: NotifyTarget | undefined): NotifyTarget | undefined {
    const iface = own?.iface ?? this.#context.load.ifaces[0]?.id;
    return iface === undefined ? undefined : { iface, recipients: [to], subject: "" };
  }

  /** The message has been taken by the service, or given up for the reason. */
  settled(message: Message, reason: string | undefined): void {
    const waiting = this.#writes.get(message.id);
    this.#writes.delete(message.id);
    if (!waiting) {
      if (reason !== undefined) this.#failed(message, texts.notDelivered(reason));
      else {
        const index = this.#indexOf(message);
        if (index !== undefined) this.#context.delivered?.(index);
      }
      return;
    }
    waiting.open.delete(message.id);
    waiting.reason ??= reason;
    if (waiting.open.size > 0) return;
    if (waiting.reason === undefined) this.#context.written(waiting.write);
    else this.#context.refused(waiting.write, texts.notDelivered(waiting.reason));
  }

  /** The message waits on. */
  putOff(message: Message, reason: string): void {
    this.#failed(message, `Aufgeschoben: ${reason}`);
  }

  #failed(message: Message, text: string): void {
    const index = this.#indexOf(message);
    if (index === undefined) this.#context.log.warn(text, message.chan);
    else this.#context.failed(index, text, "write");
  }

  /** Undefined: it waits since before the project changed. */
  #indexOf({ chan }: Message): number | undefined {
    const index = this.#context.load.channels.findIndex((channel) => channel.chan === chan);
    return index < 0 ? undefined : index;
  }

  async #act(source: Source, verdict: Verdict, ts: number, write: PodWrite | undefined): Promise<void> {
    const fill = verdict === "raise" ? source.text : verdict === "clear" ? source.clear : undefined;
    if (!fill) {
      if (write) this.#context.written(write, false);
      return;
    }
    const waiting = write && { write, open: new Set<number>(), reason: undefined };
    const chan = this.#context.load.channels[source.index]?.chan ?? "";
    for (const to of source.target.recipients) {
      const result = await this.#queue?.add({
        ts,
        iface: source.target.iface,
        to,
        chan,
        subject: source.subject(source.value, ts).slice(0, LONGEST_SUBJECT),
        text: fill(source.value, ts).slice(0, LONGEST_TEXT),
      });
      if (!result) continue;
      if (waiting) {
        waiting.open.add(result.added.id);
        this.#writes.set(result.added.id, waiting);
      }
      if (result.lost) this.settled(result.lost, texts.tooManyWait(MOST_WAITING));
    }
    this.#wake();
  }

  /** The hub hands over good values only; what a channel's quality is, it tells when asked. */
  #watchQuality(): void {
    const sources = [...this.#sources.values()].filter(({ bad }) => bad);
    if (sources.length === 0) return;
    const { clock, scope } = this.#context;
    let busy = false;
    const look = async () => {
      if (busy) return;
      busy = true;
      try {
        await this.#look(sources);
      } catch (error) {
        this.#context.log.debug(texts.noQuality(errorText(error)));
      } finally {
        busy = false;
      }
    };
    scope.add(clock.every(LOOK_EVERY, () => void look()));
  }

  async #look(sources: readonly Source[]): Promise<void> {
    const { clock } = this.#context;
    for (let from = 0; from < sources.length; from += MOST_WAITING) {
      const part = sources.slice(from, from + MOST_WAITING);
      const answer = await this.#context.ask("newest", { indexes: part.map(({ index }) => index) });
      if (!Array.isArray(answer)) return;
      for (const [at, source] of part.entries()) {
        const { quality, value } = answer[at] as { quality: number; value: unknown };
        source.value = value ?? null;
        await this.#act(
          source,
          source.trigger.quality(quality === BAD, clock.monotonic()),
          clock.now(),
          undefined,
        );
      }
    }
  }
}
