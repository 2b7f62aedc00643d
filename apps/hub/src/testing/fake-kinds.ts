/**
 * Pod types for tests of the hub: `fake` counts and echoes, `moody` refuses its parameters when told to.
 *
 * `fake`, by a channel's `does`: `count` emits 1, 2, 3 … every `every` ms, from `after` ms on; `echo` (inout) sends back what is
 * written to it as its own value plus `of`'s; `sink` only takes; `mute` says nothing of what becomes of a write; `say` emits `value` with
 * `quality` once. A channel `received` counts all writes.
 */
import { appendFile } from "node:fs/promises";
import { InvalidInputError, UnavailableError } from "@hubwart/core";
import { podFile } from "@hubwart/ipc";
import type { PodSchema } from "@hubwart/project";
import type { PodMethods } from "@hubwart/runtime/methods";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import * as z from "zod/mini";

const schema = (type: string): PodSchema => ({
  type,
  label: type,
  doc: "For tests.",
  ifaceColumns: {},
  channelColumns: {},
  directions: ["in", "out", "inout"],
  defaultDirection: "in",
  valueTypes: ["bool", "int", "float", "string", "json"],
  defaultValueType: "int",
  maxIfaces: 4,
});

class FakePod implements Pod {
  readonly #context: PodContext;
  #received = 0;

  constructor(context: PodContext) {
    this.#context = context;
  }

  start(): Promise<void> {
    const context = this.#context;
    const { load, clock, scope, log } = context;
    for (const { id } of load.ifaces) context.connection(id, { state: true });
    load.channels.forEach(({ config }, index) => {
      if (config["does"] === "say")
        context.emit(index, config["value"] ?? 1, Number(config["quality"] ?? 0) as 0 | 1 | 2);
      if (config["does"] !== "count") return;
      let count = 0;
      const begin = () =>
        scope.add(
          clock.every(Number(config["every"] ?? 20), () => {
            count += 1;
            context.emit(index, count);
          }),
        );
      if (config["after"] === undefined) return begin();
      scope.add(clock.after(Number(config["after"]), begin));
    });
    log.info(`fake ${load.id} started with ${JSON.stringify(load.ifaces)}`);
    return Promise.resolve();
  }

  /** `echo` → what was asked and handed over; `newest` → what the hub says of `index`; `secret` fails with one; `notify`: a message to people. */
  async ask(method: string, params: { index: number }): Promise<unknown> {
    const { load, log } = this.#context;
    const secret = load.secrets["pin"] ?? "";
    switch (method) {
      case "echo":
        log.info(`asked by ${secret}`);
        return { params, file: podFile(load, "a.bin")?.toString("hex") ?? "", secret: secret.length };
      case "newest":
        return await this.#context.ask("newest", { indexes: [params.index] });
      case "secret":
        throw new UnavailableError(`wrong ${secret}`);
      case "notify":
        await this.#note(params);
        return {};
      default:
        throw new Error(`no method ${method}`);
    }
  }

  /** Into the file that HUBWART_TEST_TOLD names, a line of JSON with the time. */
  async #note(message: object): Promise<void> {
    const file = process.env["HUBWART_TEST_TOLD"];
    if (file === undefined) throw new UnavailableError("nobody is there");
    await appendFile(file, `${JSON.stringify({ at: this.#context.clock.now(), ...message })}\n`);
  }

  write(writes: readonly PodWrite[]): Promise<void> {
    const context = this.#context;
    const { load } = context;
    for (const write of writes) {
      const { index, value } = write;
      if (value === "crash") throw new Error("asked to fail");
      // No message: the hub disconnects it and ends it.
      if (value === "babble") process.send?.({ t: "babble" });
      if (value === "die") setImmediate(() => process.kill(process.pid, "SIGKILL"));
      this.#received += 1;
      load.channels.forEach(({ config, chan }, other) => {
        if (config["of"] === load.channels[index]?.chan) context.emit(other, value);
        if (chan.endsWith(".received")) context.emit(other, this.#received);
      });
      if (load.channels[index]?.config["does"] !== "mute") context.written(write);
    }
    return Promise.resolve();
  }
}

const KINDS: Record<string, PodKind> = {
  fake: { schema: schema("fake"), create: (context) => new FakePod(context) },
  moody: {
    schema: schema("moody"),
    create(context) {
      if (context.load.ifaces[0]?.config["mood"] === "good") return new FakePod(context);
      throw new InvalidInputError([{ field: "main.mood", message: "Erlaubt ist nur „good“." }]);
    },
  },
};

const anything = { params: z.record(z.string(), z.unknown()), result: z.unknown(), ms: 5_000 };
export const fakeMethods: PodMethods = {
  echo: anything,
  newest: anything,
  secret: anything,
  missing: anything,
  notify: anything,
};

export function loadFakeKind(type: string): Promise<PodKind | undefined> {
  return Promise.resolve(KINDS[type]);
}
