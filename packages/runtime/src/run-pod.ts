/**
 * The runtime around a pod: speaks with the hub over a carrier, owns batching, counters, log and the end.
 *
 *     const end = await runPod({ id, carrier, loadKind: loadPodKind, clock: systemClock });
 *
 * Invariants: `write` of the pod is never called while an earlier one runs. After the carrier has closed
 * or the hub said stop, the pod's scope is ended and the promise resolves within 2 s, whatever the pod does.
 */
import {
  type Clock,
  createLogger,
  errorText,
  InvalidInputError,
  type Logger,
  Scope,
  trustAuthorities,
} from "@hubwart/core";
import {
  type AskMessage,
  Asks,
  type Carrier,
  type HubToPod,
  LARGEST_ASK,
  LARGEST_OWN_ASK,
  noSuchMethod,
  POD_PROTOCOL,
  type PodCounters,
  type PodLoad,
  type PodToHub,
  type RefusalReport,
  type ValueBatch,
  ValueSender,
} from "@hubwart/ipc";
import { type Blank, blankOut } from "./blank-out.ts";
import { IfaceStates } from "./iface-states.ts";
import type { Pod, PodContext, PodKind, PodWrite } from "./pod.ts";
import { podContext } from "./pod-context.ts";
import { PodLogSink, Repetition } from "./pod-log.ts";
import { Refusals } from "./refusals.ts";
import { texts } from "./texts.ts";
import { ownMemory, ProcessorMeter } from "./usage.ts";
import { WriteOutcomes } from "./write-outcomes.ts";

export interface RunPodOptions {
  id: string;
  /** Of an external pod. */
  token?: string;
  carrier: Carrier<PodToHub, HubToPod>;
  /** The implementation of a pod type; undefined if this build has none. */
  loadKind: (type: string) => Promise<PodKind | undefined>;
  clock: Clock;
  /** Ends the pod as if the hub had said stop. */
  signal?: AbortSignal;
}

export type PodEnd =
  /** On request. */
  | { why: "stopped" }
  /** The hub is gone. */
  | { why: "lost" }
  /** The hub does not take this pod, or the pod refuses its parameters. German. */
  | { why: "refused"; text: string }
  /** The pod could not start. */
  | { why: "failed"; text: string };

const STATS_EVERY = 5_000;
const END_WITHIN = 1_500;
/** Between two batches of values to the hub, ms. The hub passes each on as it comes, so it is paced too. */
const PACE = 1;
/** Characters of a text for people that the hub takes. */
const LONGEST_TEXT = 1_000;
const LONGEST_FIELD = 500;
const LONGEST_LINE = 8_000;
const MOST_PROBLEMS = 100;
/** Key under which repetition of failed writes is counted; channels use their index. */
const WRITES = -1;

export function runPod(options: RunPodOptions): Promise<PodEnd> {
  return new PodRuntime(options).run();
}

class PodRuntime {
  readonly #options: RunPodOptions;
  readonly #scope = new Scope();
  readonly #log: Logger;
  readonly #sink: PodLogSink;
  readonly #repetition: Repetition;
  readonly #ifaces: IfaceStates;
  readonly #sender: ValueSender;
  /** Undefined where nobody asks for them. */
  #outcomes: WriteOutcomes | undefined;
  #refusals: Refusals | undefined;
  readonly #asks: Asks;
  #largestAsk = LARGEST_ASK;
  readonly #counters: PodCounters = { in: 0, out: 0, coalesced: 0, failed: 0 };
  readonly #processor = new ProcessorMeter();
  /** As last measured, bytes. */
  #memory: number | undefined;
  #blank: Blank = (text) => text;
  #finish: (end: PodEnd) => void = () => {};
  #pod: Pod | undefined;
  #trust: Promise<void> = Promise.resolve();
  #started: Promise<void> = Promise.resolve();
  /** Start, then every write, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #ending = false;

  constructor(options: RunPodOptions) {
    this.#options = options;
    const { carrier, clock } = options;
    this.#sink = new PodLogSink(clock, (entries) => {
      carrier.send({
        t: "log",
        entries: entries.map((entry) => ({ ...entry, msg: this.#blank(entry.msg).slice(0, LONGEST_LINE) })),
      });
    });
    this.#log = createLogger(`pod:${options.id}`, "pod", this.#sink, () => clock.now());
    this.#repetition = new Repetition(() => clock.monotonic());
    this.#ifaces = new IfaceStates(clock, (iface) => {
      carrier.send({
        t: "conn",
        iface: iface.error === undefined ? iface : { ...iface, error: this.#said(iface.error) },
      });
    });
    this.#sender = new ValueSender({
      pace: PACE,
      send: (seq, values) => carrier.send({ t: "values", seq, values }),
    });
    this.#asks = new Asks({
      clock,
      here: texts.inPod,
      other: texts.theHub,
      send: (message) => carrier.send(message.t === "answer" ? this.#blanked(message) : message),
      answer: (method, params, asked) => this.#answer(method, params, asked),
      defect: (method, error) => this.#log.error(texts.request(method, errorText(error))),
      largest: () => this.#largestAsk,
    });
  }

  run(): Promise<PodEnd> {
    const { carrier, id, signal, token } = this.#options;
    return new Promise((resolve) => {
      this.#finish = (end) => {
        if (this.#ending) return;
        this.#ending = true;
        void this.#end().then(() => resolve(end));
      };
      carrier.onClose(() => this.#finish({ why: "lost" }));
      carrier.onMessage((message) => this.#received(message));
      signal?.addEventListener("abort", () => this.#finish({ why: "stopped" }), { once: true });
      const hello = { t: "hello", protocol: POD_PROTOCOL, id, pid: process.pid } as const;
      carrier.send(token === undefined ? hello : { ...hello, token });
      // From here on, whatever else takes its time: by its silence a pod that hangs is known.
      this.#scope.add(this.#options.clock.every(STATS_EVERY, () => this.#stats()));
      if (signal?.aborted) this.#finish({ why: "stopped" });
    });
  }

  #received(message: HubToPod): void {
    if (this.#ending) return;
    switch (message.t) {
      case "load":
        this.#sink.level = message.logLevel;
        void this.#load(message.pod);
        break;
      case "trust":
        this.#trust = trustAuthorities(message.authorities).catch((error: unknown) => {
          this.#log.error(texts.authoritiesNotTaken(errorText(error)));
        });
        break;
      case "start":
        void this.#start();
        break;
      case "write":
        this.#work = this.#work.then(() => this.#write(message.seq, message.values));
        break;
      case "ack":
        this.#sender.ack(message.seq);
        break;
      case "ask":
      case "unask":
      case "answer":
        this.#asks.received(message);
        break;
      case "logLevel":
        this.#sink.level = message.level;
        break;
      case "refused":
        this.#finish({ why: "refused", text: message.reason });
        break;
      case "stop":
        this.#finish({ why: "stopped" });
        break;
    }
  }

  async #answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const pod = this.#pod;
    if (!pod?.ask || this.#ending) throw noSuchMethod(method);
    // Not before it has started.
    await this.#started;
    return await pod.ask(method, params, signal);
  }

  /** As it may leave the process. */
  #said(text: string): string {
    return this.#blank(text).slice(0, LONGEST_TEXT);
  }

  /** Results are values of the outside, and errors may quote what was sent there. */
  #blanked(message: Extract<AskMessage, { t: "answer" }>): AskMessage {
    const { error } = message;
    return error ? { ...message, error: { ...error, message: this.#blank(error.message) } } : message;
  }

  async #load(load: PodLoad): Promise<void> {
    this.#blank = blankOut(load.secrets);
    try {
      await this.#trust;
      const kind = await this.#options.loadKind(load.type);
      if (!kind) {
        const message = texts.unknownType(load.type);
        throw new InvalidInputError([{ field: "type", message }]);
      }
      if (kind.untold) this.#largestAsk = LARGEST_OWN_ASK;
      else this.#outcomes = this.#toldOutcomes();
      this.#pod = kind.create(this.#context(load));
      this.#options.carrier.send({ t: "loaded", problems: [] });
    } catch (error) {
      this.#failed(error);
    }
  }

  async #start(): Promise<void> {
    const pod = this.#pod;
    if (!pod) return;
    const started = pod.start();
    this.#started = started.catch(() => undefined);
    this.#work = this.#started;
    try {
      await started;
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (this.#ending) return;
    this.#scope.add(() => this.#refusals?.end());
    await this.#measure();
    this.#stats();
  }

  /** Bad parameters are an answer; anything else is a defect that a new start may cure. */
  #failed(error: unknown): void {
    if (this.#ending) return;
    if (error instanceof InvalidInputError) {
      const problems = error.fields.slice(0, MOST_PROBLEMS).map(({ field, message }) => ({
        field: field.slice(0, LONGEST_FIELD),
        message: this.#said(message),
      }));
      this.#options.carrier.send({ t: "loaded", problems });
      this.#finish({ why: "refused", text: error.message });
      return;
    }
    const text = errorText(error);
    this.#log.error(texts.notStarted(text));
    this.#finish({ why: "failed", text });
  }

  async #write(seq: number, values: ValueBatch): Promise<void> {
    if (this.#ending || !this.#pod) return;
    const writes = values.n.map((index, i): PodWrite => {
      const quality = values.q?.[i] ?? 0;
      const write = { index, value: values.v[i], ts: values.t[i] ?? 0, seq };
      return quality === 0 ? write : { ...write, quality };
    });
    try {
      await this.#pod.write(writes);
    } catch (error) {
      this.#counters.failed += writes.length;
      const reason = `Schreiben fehlgeschlagen: ${errorText(error)}`;
      for (const { index } of writes) {
        this.#outcomes?.settle(index, seq, reason);
        this.#refusals?.refused(index, reason, "write");
      }
      const text = this.#repetition.pass(WRITES, reason);
      if (text !== undefined) this.#log.warn(text);
    }
    this.#options.carrier.send({ t: "ack", seq }, "soon");
  }

  #toldOutcomes(): WriteOutcomes {
    const { carrier, clock } = this.#options;
    return new WriteOutcomes(clock, (results) => {
      const why = results.why?.map((reason) => reason && this.#said(reason));
      carrier.send({ t: "written", results: why ? { ...results, why } : results });
    });
  }

  #context(load: PodLoad): PodContext {
    const refusals = new Refusals(this.#options.clock, load.channels, {
      told: (list) => this.#stats(list),
      trouble: (iface, text) => this.#ifaces.trouble(iface, text),
    });
    this.#refusals = refusals;
    return podContext(load, {
      refusals,
      clock: this.#options.clock,
      scope: this.#scope,
      log: this.#log.module(load.type),
      sink: this.#sink,
      counters: this.#counters,
      repetition: this.#repetition,
      sender: this.#sender,
      ifaces: this.#ifaces,
      outcomes: this.#outcomes,
      asks: this.#asks,
      ended: () => this.#ending,
    });
  }

  async #measure(): Promise<void> {
    this.#memory = await ownMemory();
  }

  /** Tells what is known at once: a read may have to wait for threads that look for names which nobody answers. */
  #stats(changed?: RefusalReport[]): void {
    if (this.#ending) return;
    const memory = this.#memory ?? process.memoryUsage.rss();
    void this.#measure();
    const counters = { ...this.#counters, coalesced: this.#counters.coalesced + this.#sender.coalesced };
    const refusals = changed?.map(({ n, refusal }) =>
      refusal
        ? { n, refusal: { ...refusal, text: this.#said(refusal.text).slice(0, LONGEST_FIELD) } }
        : { n },
    );
    this.#options.carrier.send({
      t: "stats",
      stats: { memory, cpu: this.#processor.read(), counters },
      ...(refusals ? { refusals } : {}),
    });
  }

  async #end(): Promise<void> {
    const { carrier, clock } = this.#options;
    this.#asks.close();
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = clock.after(END_WITHIN, resolve);
    });
    const ended = this.#scope.end().catch((error: unknown) => this.#log.warn(`Beenden: ${errorText(error)}`));
    await Promise.race([ended, late]);
    cancel();
    this.#outcomes?.flush();
    this.#sender.flush();
    this.#sender.close();
    this.#ifaces.flush();
    this.#sink.flush();
    carrier.close();
  }
}
