/**
 * What allowed senders may write: `wert NAME`, `setze NAME WERT`, `hilfe`. Everything else, and everybody else, gets
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

export interface Obeyed {
  reply: string;
  /** For the log. */
  note: string;
}

/** A command that waited longer, e.g. for the network, is not obeyed any more. */
const OLDEST = 120_000;
const PER_MINUTE = 30;
const LONGEST_NAME = 40;
const MOST_STRANGERS = 100;
const LONGEST_HELP = 50;

export class Commands {
  readonly #allowed: ReadonlySet<string>;
  readonly #channels: ReadonlyMap<string, Commandable>;
  readonly #clock: Clock;
  readonly #strangers = new Set<string>();
  readonly #recent = new Map<string, number[]>();

  /** `channels` by name in lower case. */
  constructor(allowed: readonly string[], channels: ReadonlyMap<string, Commandable>, clock: Clock) {
    this.#allowed = new Set(allowed);
    this.#channels = channels;
    this.#clock = clock;
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
