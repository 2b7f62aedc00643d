/**
 * What a script can do. The functions are described for people in `docs/how-to/write-a-script.md`.
 *
 * Whatever is beyond a rate is refused here, outside of Lua: the function returns false and a reason.
 */
import type { LogLevel } from "@hubwart/core";
import { Bucket } from "@hubwart/core/bucket";
import { type LuaValue, noSuchChannel, SCRIPT_LIMITS, ScriptError } from "@hubwart/lua";
import type { LuaCall, LuaState } from "@hubwart/lua/engine";
import { checkCron } from "../cron.ts";
import type { FromWorker, HttpAnswer, ScriptChannel, ValueChange, WorkerOrder } from "../messages.ts";
import { texts } from "../texts.ts";
import { defineAlarms } from "./alarm-functions.ts";
import { Asking } from "./asking.ts";
import { httpOrder } from "./http-order.ts";
import { afterMs, everyMs } from "./long-timers.ts";
import type { Turns } from "./turns.ts";

const QUALITIES = ["good", "uncertain", "bad"] as const;
const LONGEST_NAME = 500;
const LONGEST_TEXT = SCRIPT_LIMITS.valueChars;
/** Patterns handed on per second, and at once: each is work for the process of all scripts. */
const CRONS_PER_SECOND = 10;
const TOO_MUCH = texts.tooMuchData;

export interface ApiOptions {
  lua: LuaState;
  order: WorkerOrder;
  turns: Turns;
  say: (message: FromWorker) => void;
}

interface Timer {
  reference: number;
  /** Stops what will call it. */
  end: () => void;
  waiting: boolean;
  /** Channel for whose change it was begun. */
  cause: number | undefined;
}

const bucket = (perSecond: number, atOnce: number): Bucket => new Bucket({ perSecond, atOnce });

export class Api {
  readonly #options: ApiOptions;
  readonly #asking: Asking;
  readonly #byName = new Map<string, ScriptChannel>();
  readonly #byIndex = new Map<number, ScriptChannel>();
  readonly #watchers = new Map<number, number[]>();
  readonly #timers = new Map<number, Timer>();
  readonly #requests = new Map<number, number>();
  readonly #kept: Map<string, LuaValue>;
  readonly #writes = bucket(SCRIPT_LIMITS.writesPerSecond, SCRIPT_LIMITS.writeBurst);
  readonly #lines = bucket(SCRIPT_LIMITS.logsPerSecond, SCRIPT_LIMITS.logBurst);
  readonly #handed = bucket(SCRIPT_LIMITS.handedPerSecond, SCRIPT_LIMITS.handedBurst);
  readonly #http = bucket(SCRIPT_LIMITS.httpPerMinute / 60, SCRIPT_LIMITS.httpPerMinute);
  readonly #crons = bucket(CRONS_PER_SECOND, SCRIPT_LIMITS.timers);
  /** What to say of names that are no channels, so that each is asked for once. */
  readonly #unknown = new Map<string, string>();
  /** Functions whose last call ended with an error. */
  readonly #failing = new Set<number>();
  #cause: number | undefined;
  #watching = 0;
  #nextId = 1;
  #linesLeft = 0;
  refused = 0;

  constructor(options: ApiOptions) {
    const { lua, order } = options;
    this.#options = options;
    this.#asking = new Asking(order, options.say);
    this.#kept = new Map(Object.entries(order.kept));
    for (const channel of order.channels) this.#learn(channel);
    lua.define("read", (call) => this.#read(call));
    lua.define("write", (call) => this.#write(call));
    lua.define("on_change", (call) => this.#onChange(call));
    lua.define("every", (call) => this.#timer(call, "every"));
    lua.define("after", (call) => this.#timer(call, "after"));
    lua.define("cron", (call) => this.#cron(call));
    lua.define("cancel", (call) => this.#cancel(call));
    for (const [name, level] of LOGS) lua.define(name, (call) => this.#log(call, level));
    lua.define("keep", (call) => this.#keep(call));
    lua.define("kept", (call) => this.#readKept(call));
    lua.define("http", (call) => this.#request(call));
    defineAlarms({ lua, asking: this.#asking, say: options.say, refuse: (why) => this.#refuse(why) });
    lua.define("json.encode", (call) => [JSON.stringify(call.value(1, "json.encode", LONGEST_TEXT))]);
    lua.define("json.decode", (call) => [decoded(call.text(1, "json.decode", LONGEST_TEXT))]);
    lua.define("time", () => [Date.now() / 1_000]);
    lua.define("date", (call) => [dateOf(call.isNil(1) ? Date.now() : call.number(1, "date") * 1_000)]);
  }

  /** Values came: calls what waits for them, each in its own turn, and then says that all are done. */
  values(changes: readonly ValueChange[]): void {
    const { say, turns } = this.#options;
    for (const { n, q, t, v } of changes) {
      const channel = this.#byIndex.get(n);
      if (!channel) continue;
      channel.value = v;
      channel.quality = q;
      channel.ts = t;
      for (const reference of this.#watchers.get(n) ?? [])
        turns.add(() => this.#call(reference, [v, QUALITIES[q], t / 1_000, channel.name], n));
    }
    turns.add(() => say({ t: "taken" }));
  }

  /** A timer or cron falls due. It waits once, however often it fell due meanwhile. */
  fire(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer || timer.waiting) return;
    timer.waiting = true;
    this.#options.turns.add(() => {
      timer.waiting = false;
      if (this.#timers.get(id) === timer) this.#call(timer.reference, []);
    });
  }

  answered(id: number, answer: HttpAnswer | undefined, error: string | undefined): void {
    const reference = this.#requests.get(id);
    if (reference === undefined) return;
    this.#requests.delete(id);
    this.#options.turns.add(() => {
      this.#call(reference, [answer ? { ...answer } : null, error ?? null]);
      this.#release(reference);
    });
  }

  /** @param cause channel whose change it is called for */
  #call(reference: number, values: LuaValue[], cause?: number): void {
    const { lua, say, turns } = this.#options;
    turns.run(() => {
      this.#cause = cause;
      const error = lua.call(reference, values);
      this.#cause = undefined;
      if (error !== undefined)
        say({ t: "error", text: error.slice(0, SCRIPT_LIMITS.logChars), calls: lua.calls });
      this.#note(reference, error !== undefined);
    });
  }

  /** One that will be called no more leaves the count when it is released. */
  #note(reference: number, fails: boolean): void {
    const before = this.#failing.size;
    if (fails) this.#failing.add(reference);
    else this.#failing.delete(reference);
    if (this.#failing.size !== before) this.#options.say({ t: "failing", count: this.#failing.size });
  }

  #release(reference: number): void {
    this.#note(reference, false);
    this.#options.lua.release(reference);
  }

  #learn(channel: ScriptChannel): void {
    this.#byName.set(channel.name, channel);
    this.#byIndex.set(channel.index, channel);
  }

  #channel(call: LuaCall, what: string): ScriptChannel {
    const name = call.text(1, texts.nameOfChannel(what), LONGEST_NAME);
    const known = this.#byName.get(name);
    if (known) return known;
    const missing = this.#unknown.get(name);
    if (missing !== undefined) throw new ScriptError(`${what}: ${missing}`);
    if (this.#byName.size + this.#unknown.size >= SCRIPT_LIMITS.watches + this.#options.order.channels.length)
      throw new ScriptError(texts.mostChannels(what, SCRIPT_LIMITS.watches));
    const answer = this.#asking.ask({ t: "channel", name });
    if (!answer || !("channel" in answer)) throw new ScriptError(texts.hubSilent(what, name));
    if (!answer.channel) {
      const text = noSuchChannel(name, answer.meant);
      this.#unknown.set(name, text);
      throw new ScriptError(`${what}: ${text}`);
    }
    this.#learn(answer.channel);
    return answer.channel;
  }

  #read(call: LuaCall): LuaValue[] {
    const { quality, ts, value } = this.#channel(call, "read");
    return [value, QUALITIES[quality], ts / 1_000];
  }

  #write(call: LuaCall): LuaValue[] {
    const channel = this.#channel(call, "write");
    if (!channel.writable) throw new ScriptError(texts.notWritable(channel.name));
    if (call.isNil(2)) throw new ScriptError(texts.valueMissing);
    const json = jsonOf(call.value(2, "write", LONGEST_TEXT), "write");
    if (!this.#writes.take()) return this.#refuse(texts.tooManyWrites);
    if (!this.#handed.take(json.length)) return this.#refuse(TOO_MUCH);
    this.#options.say({ t: "write", index: channel.index, json, cause: this.#cause });
    return [true];
  }

  #onChange(call: LuaCall): LuaValue[] {
    const { index } = this.#channel(call, "on_change");
    if (this.#watching >= SCRIPT_LIMITS.watches)
      throw new ScriptError(texts.mostOnChange(SCRIPT_LIMITS.watches));
    this.#watching += 1;
    const reference = call.reference(2, "on_change");
    const watchers = this.#watchers.get(index);
    if (watchers) watchers.push(reference);
    else this.#watchers.set(index, [reference]);
    return [];
  }

  #timer(call: LuaCall, kind: "every" | "after"): LuaValue[] {
    const seconds = call.number(1, kind);
    if (seconds < (kind === "every" ? SCRIPT_LIMITS.timerSeconds : 0))
      throw new ScriptError(`${kind}: mindestens ${SCRIPT_LIMITS.timerSeconds} s`);
    const ms = seconds * 1_000;
    return this.#addTimer(call, kind, (id) =>
      kind === "every" ? everyMs(ms, () => this.fire(id)) : afterMs(ms, () => this.#once(id)),
    );
  }

  #once(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer) return;
    this.#timers.delete(id);
    this.#options.turns.add(() => {
      // What a change has put off is still its doing.
      this.#call(timer.reference, [], timer.cause);
      this.#release(timer.reference);
    });
  }

  #cron(call: LuaCall): LuaValue[] {
    const { say } = this.#options;
    const pattern = call.text(1, "cron", 100);
    if (!this.#crons.take()) return this.#refuse(texts.tooManySchedules);
    checkCron(pattern);
    return this.#addTimer(call, "cron", (id) => {
      say({ t: "cron", id, pattern });
      return () => say({ t: "uncron", id });
    });
  }

  #addTimer(call: LuaCall, kind: string, begin: (id: number) => () => void): LuaValue[] {
    if (this.#timers.size >= SCRIPT_LIMITS.timers)
      throw new ScriptError(texts.mostTimers(kind, SCRIPT_LIMITS.timers));
    const reference = call.reference(2, kind);
    const id = this.#nextId;
    this.#nextId += 1;
    this.#timers.set(id, { reference, end: begin(id), waiting: false, cause: this.#cause });
    return [id];
  }

  #cancel(call: LuaCall): LuaValue[] {
    const id = call.number(1, "cancel");
    const timer = this.#timers.get(id);
    if (!timer) return [false];
    this.#timers.delete(id);
    timer.end();
    this.#release(timer.reference);
    return [true];
  }

  #log(call: LuaCall, level: LogLevel): LuaValue[] {
    if (!this.#lines.take()) {
      this.#linesLeft += 1;
      return this.#refuse(texts.tooManyMessages);
    }
    const parts: string[] = [];
    for (let place = 1; place <= Math.min(call.count, 20); place += 1)
      parts.push(call.shown(place, SCRIPT_LIMITS.logChars));
    const left = this.#linesLeft === 0 ? "" : ` (${this.#linesLeft} Meldungen davor ausgelassen)`;
    this.#linesLeft = 0;
    this.#options.say({ t: "log", level, text: parts.join(" ").slice(0, SCRIPT_LIMITS.logChars) + left });
    return [true];
  }

  #keep(call: LuaCall): LuaValue[] {
    const name = call.text(1, "keep: Name", 64);
    const value = call.value(2, "keep", SCRIPT_LIMITS.keptBytes);
    const next = new Map(this.#kept);
    if (value === null) next.delete(name);
    else next.set(name, value);
    if (next.size > SCRIPT_LIMITS.keptNames) throw new ScriptError(texts.mostKept(SCRIPT_LIMITS.keptNames));
    if (JSON.stringify([...next]).length > SCRIPT_LIMITS.keptBytes)
      throw new ScriptError(texts.mostKeptBytes(SCRIPT_LIMITS.keptBytes / 1024));
    const json = jsonOf(value, "keep");
    if (!this.#writes.take()) return this.#refuse(texts.tooManyWrites);
    if (!this.#handed.take(json.length)) return this.#refuse(TOO_MUCH);
    if (value === null) this.#kept.delete(name);
    else this.#kept.set(name, value);
    this.#options.say({ t: "keep", name, json });
    return [true];
  }

  #readKept(call: LuaCall): LuaValue[] {
    const name = call.text(1, "kept: Name", 64);
    const value = this.#kept.get(name);
    if (value !== undefined) return [value];
    return [call.isNil(2) ? null : call.value(2, "kept", LONGEST_TEXT)];
  }

  #request(call: LuaCall): LuaValue[] {
    const given = call.value(1, "http", SCRIPT_LIMITS.httpRequestBytes);
    const order = httpOrder(given);
    if (this.#requests.size >= SCRIPT_LIMITS.httpAtOnce) return this.#refuse(texts.tooManyAtOnce);
    if (!this.#http.take()) return this.#refuse(texts.tooManyRequests);
    const reference = call.reference(2, "http");
    const id = this.#nextId;
    this.#nextId += 1;
    this.#requests.set(id, reference);
    this.#options.say({ t: "http", id, order });
    return [true];
  }

  #refuse(why: string): LuaValue[] {
    this.refused += 1;
    return [false, why];
  }
}

const LOGS: readonly [string, LogLevel][] = [
  ["log", "info"],
  ["print", "info"],
  ["log_debug", "debug"],
  ["log_warn", "warn"],
  ["log_error", "error"],
];

/** @throws ScriptError for a value that is too long */
function jsonOf(value: LuaValue, what: string): string {
  const json = JSON.stringify(value);
  if (json.length > SCRIPT_LIMITS.handedChars) throw new ScriptError(texts.valueTooLarge(what));
  return json;
}

function decoded(text: string): LuaValue {
  try {
    return JSON.parse(text) as LuaValue;
  } catch {
    throw new ScriptError(texts.noJson);
  }
}

/** Local time of the device, as os.date("*t") names it. */
function dateOf(ms: number): LuaValue {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw new ScriptError(texts.noSuchTime);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    min: date.getMinutes(),
    sec: date.getSeconds(),
    /** 1 is Sunday. */
    wday: date.getDay() + 1,
    iso: date.toISOString(),
  };
}
