/**
 * From a received message to the channels that listen to its topic.
 *
 * Exact topics are found in a map, wildcards in a tree; what was found is remembered per topic, so that
 * the usual message costs one look-up. The payload becomes text, or JSON, once, and only if a channel wants it.
 */
import { isUtf8 } from "node:buffer";
import type { Quality } from "@hubwart/ipc";
import type { Qos, Subscription } from "@hubwart/mqtt/wire/encode";
import type { ValueType } from "@hubwart/project";
import { fromJson, fromText, misfit, parseDocument } from "@hubwart/runtime/convert";
import { followPointer } from "@hubwart/runtime/pointer";
import { FilterTree } from "./filter-tree.ts";
import { texts } from "./texts.ts";
import { isWildcard } from "./topics.ts";

export interface InChannel {
  index: number;
  filter: string;
  qos: Qos;
  type: ValueType;
  /** Tokens of the JSON pointer. */
  pointer: readonly string[] | undefined;
  retained: "good" | "uncertain" | "ignore";
  /** Whether it also publishes to the topic it listens to. */
  echoes: boolean;
}

export interface Report {
  took(index: number, value: unknown, quality: Quality): void;
  /** What came cannot be converted: what was there before holds no longer. */
  lost(index: number): void;
  failed(index: number, reason: string): void;
}

/** Topics whose channels are remembered; wildcards can meet any number of topics. */
const REMEMBERED = 20_000;

export class Dispatcher {
  readonly #exact = new Map<string, InChannel[]>();
  readonly #wild = new FilterTree<InChannel>();
  readonly #known = new Map<string, readonly InChannel[]>();
  readonly #report: Report;
  /** What to subscribe to: one entry a distinct filter, those left out that another one covers. */
  readonly subscriptions: readonly Subscription[];

  constructor(channels: readonly InChannel[], report: Report) {
    this.#report = report;
    for (const channel of channels) {
      if (isWildcard(channel.filter)) {
        this.#wild.add(channel.filter, channel);
      } else {
        const same = this.#exact.get(channel.filter);
        if (same) same.push(channel);
        else this.#exact.set(channel.filter, [channel]);
      }
    }
    this.subscriptions = reduce(channels);
  }

  /** The channels that listen to a topic, or whose filter is `topic` itself. */
  listeners(topic: string): readonly InChannel[] {
    const known = this.#known.get(topic);
    if (known) return known;
    const found = [...(this.#exact.get(topic) ?? []), ...this.#wild.match(topic)];
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(topic, found);
    return found;
  }

  dispatch(topic: string, bytes: Buffer, start: number, end: number, retained: boolean): void {
    const channels = this.listeners(topic);
    if (channels.length === 0) return;
    const text = bytes.toString("utf8", start, end);
    let document: unknown;
    let parsed = false;
    for (const channel of channels) {
      if (retained && channel.retained === "ignore") continue;
      const quality = retained && channel.retained === "uncertain" ? 1 : 0;
      let value: unknown;
      if (channel.pointer === undefined) {
        value = fromText(channel.type, text);
        if (value === undefined || garbled(text, bytes, start, end)) {
          this.#misfit(channel, misfit(channel.type, text));
          continue;
        }
      } else {
        if (!parsed) {
          document = parseDocument(text);
          parsed = true;
        }
        if (document === undefined) {
          this.#misfit(channel, misfit("json", text));
          continue;
        }
        const found = followPointer(channel.pointer, document);
        value = fromJson(channel.type, found);
        if (value === undefined) {
          const reason =
            found === undefined ? texts.nothingAt(channel.pointer.join("/")) : misfit(channel.type, found);
          this.#misfit(channel, reason);
          continue;
        }
      }
      this.#report.took(channel.index, value, quality);
    }
  }

  #misfit({ index }: InChannel, reason: string): void {
    this.#report.failed(index, reason);
    this.#report.lost(index);
  }

  /** No value will come of this filter. */
  refused(filter: string, reason: string): void {
    for (const channel of this.listeners(filter)) this.#misfit(channel, reason);
  }

  failed(topic: string, reason: string): void {
    for (const channel of this.listeners(topic)) this.#report.failed(channel.index, reason);
  }
}

/** Whether the payload was not UTF-8. Only a text with a replacement character can have been garbled. */
function garbled(text: string, bytes: Buffer, start: number, end: number): boolean {
  return text.includes("\ufffd") && !isUtf8(bytes.subarray(start, end));
}

/**
 * A broker may send a message once per matching subscription (MQTT 5.0 §3.3.4), so a filter that another
 * one covers is left out, and the wider one gets the higher quality of service.
 */
function reduce(channels: readonly InChannel[]): Subscription[] {
  const wanted = new Map<string, Subscription>();
  for (const { filter, qos, echoes } of channels) {
    const same = wanted.get(filter);
    if (same) {
      if (qos > same.qos) same.qos = qos;
      if (!echoes) same.noLocal = false;
    } else {
      wanted.set(filter, { filter, qos, noLocal: echoes });
    }
  }
  const tree = new FilterTree<Subscription>();
  for (const subscription of wanted.values()) {
    if (isWildcard(subscription.filter)) tree.add(subscription.filter, subscription);
  }
  for (const narrow of wanted.values()) {
    const wide = tree.match(narrow.filter).find((other) => other !== narrow && wanted.has(other.filter));
    if (!wide) continue;
    if (narrow.qos > wide.qos) wide.qos = narrow.qos;
    if (!narrow.noLocal) wide.noLocal = false;
    wanted.delete(narrow.filter);
  }
  return [...wanted.values()];
}
