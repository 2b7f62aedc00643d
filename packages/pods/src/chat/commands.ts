/**
 * What allowed senders may write: `wert NAME`, `setze NAME WERT`, `ok NUMMER`, `meldungen`, `hilfe`. Everything else, and everybody else, gets
 * no answer that tells more.
 */
import type { Clock } from "@hubwart/core";
import type { ValueType } from "@hubwart/project";
import { fromText, misfit, plainText } from "@hubwart/runtime/convert";
import type { Received } from "./service.ts";
import { texts } from "./texts.ts";

export interface Commandable {
  type: ValueType;
  /** The newest value; undefined if the channel cannot be read, null if there is none yet. */
  read: (() => unknown) | undefined;
  set: ((value: unknown) => void) | undefined;
}

/** Alarms as one sees to them in a chat; both resolve with what is answered. */
export interface ChatAlarms {
  ack: (nrs: number[] | "all", from: string) => Promise<string>;
  list: () => Promise<string>;
}

export interface Obeyed {
  reply: string | Promise<string>;
  /** For the log. */
  note: string;
}

/** A command that waited longer, e.g. for the network, is not obeyed any more. */
const OLDEST = 120_000;
const PER_MINUTE = 30;
const LONGEST_NAME = 40;
const MOST_STRANGERS = 100;
const LONGEST_HELP = 50;
const MOST_ACKED = 100;

export class Commands {
  readonly #allowed: ReadonlySet<string>;
  readonly #channels: ReadonlyMap<string, Commandable>;
  readonly #clock: Clock;
  readonly #alarms: ChatAlarms;
  readonly #strangers = new Set<string>();
  readonly #recent = new Map<string, number[]>();

  /** `channels` by name in lower case. */
  constructor(
    allowed: readonly string[],
    channels: ReadonlyMap<string, Commandable>,
    clock: Clock,
    alarms: ChatAlarms,
  ) {
    this.#allowed = new Set(allowed);
    this.#channels = channels;
    this.#clock = clock;
    this.#alarms = alarms;
  }

  /** undefined: no answer. A string alone is for the log. */
  obey({ from, text, ts }: Received): Obeyed | string | undefined {
    if (!this.#allowed.has(from)) return this.#stranger(from);
    if (this.#clock.now() - ts > OLDEST) return texts.commandTooLate(from);
    if (this.#tooMany(from)) return texts.commandsTooFast(from);
    const [verb = "", name = "", ...rest] = text.trim().split(/\s+/);
    switch (verb.toLowerCase().replace(/^\//, "").replace(/@.*$/, "")) {
      case "wert":
      case "get":
        return this.#read(name);
      case "setze":
      case "set":
        return this.#set(name, rest.join(" "), from);
      case "ok":
      case "quittieren":
        return this.#ack([name, ...rest], from);
      case "meldungen":
      case "alarms":
        return { reply: this.#alarms.list(), note: texts.alarmsRead(from) };
      case "hilfe":
      case "help":
      case "start":
        return { reply: this.#help(), note: texts.helpFor(from) };
      default:
        return {
          reply: texts.notUnderstood,
          note: texts.strangeCommand(from),
        };
    }
  }

  #read(name: string): Obeyed {
    const read = this.#find(name)?.read;
    if (!read) return unknown(name);
    const value = read();
    const shown = value === null || value === undefined ? texts.noValueYet : plainText(value);
    return { reply: `${name}: ${shown}`, note: texts.read(short(name)) };
  }

  #set(name: string, text: string, from: string): Obeyed {
    const channel = this.#find(name);
    if (!channel?.set) return unknown(name);
    const value = fromText(channel.type, withPoint(channel.type, text));
    if (value === undefined) return { reply: misfit(channel.type, text), note: texts.notSet(short(name)) };
    channel.set(value);
    return {
      reply: texts.isSet(name, plainText(value)),
      note: texts.setBy(short(name), from),
    };
  }

  /** `ok 17`, `ok 17, 18`, `ok Nr. 17`, `ok alle`. */
  #ack(words: readonly string[], from: string): Obeyed {
    const said = words.join(" ").toLowerCase();
    const all = /^(alle|all)[.!]?$/.test(said);
    const nrs = said
      .replace(/\bnr\.?/g, " ")
      .split(/[\s,;#.]+/)
      .filter((word) => word !== "");
    const known =
      nrs.length > 0 && nrs.length <= MOST_ACKED && nrs.every((word) => /^[1-9]\d{0,14}$/.test(word));
    if (!all && !known) return { reply: texts.ackWhich, note: texts.strangeCommand(from) };
    return { reply: this.#alarms.ack(all ? "all" : nrs.map(Number), from), note: texts.acks(from) };
  }

  #find(name: string): Commandable | undefined {
    return name.length > LONGEST_NAME ? undefined : this.#channels.get(name.toLowerCase());
  }

  #help(): string {
    const names = (can: (channel: Commandable) => unknown) =>
      [...this.#channels]
        .filter(([, channel]) => can(channel))
        .map(([name]) => name)
        .slice(0, LONGEST_HELP)
        .join(", ");
    const readable = names(({ read }) => read);
    const settable = names(({ set }) => set);
    return [
      "Befehle:",
      ...(readable === "" ? [] : [texts.helpRead(readable)]),
      ...(settable === "" ? [] : [texts.helpSet(settable)]),
      texts.helpAlarms,
    ].join("\n");
  }

  /** Said once of each, so that nobody can fill the log. */
  #stranger(from: string): string | undefined {
    if (this.#strangers.has(from) || this.#strangers.size >= MOST_STRANGERS) return undefined;
    this.#strangers.add(from);
    return texts.mayNotCommand(short(from));
  }

  #tooMany(from: string): boolean {
    const now = this.#clock.monotonic();
    const recent = (this.#recent.get(from) ?? []).filter((at) => at > now - 60_000);
    recent.push(now);
    this.#recent.set(from, recent.slice(-PER_MINUTE - 1));
    return recent.length > PER_MINUTE;
  }
}

/** People write "20,5". */
function withPoint(type: ValueType, text: string): string {
  return type === "float" && /^[+-]?\d+,\d+$/.test(text) ? text.replace(",", ".") : text;
}

function unknown(name: string): Obeyed {
  return {
    reply: texts.unknownName(short(name)),
    note: texts.unknown(short(name)),
  };
}

function short(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, " ");
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
