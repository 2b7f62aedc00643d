/** The Modbus server pod. One `Listener` or `SerialLine` for each interface, with registers of its own. */

import { NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { PodCallers } from "@hubwart/runtime/callers";
import { refuseProblems } from "@hubwart/runtime/parameters";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { recalled } from "@hubwart/runtime/recall";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { itemOf } from "../shared/modbus/item.ts";
import { rawOf } from "../shared/modbus/value.ts";
import { Listener } from "./listener.ts";
import { type Entry, Registers } from "./registers.ts";
import { checkModbServer, type ModbServerChannel, type ModbServerIface, modbServerSchema } from "./schema.ts";
import { SerialLine } from "./serial-line.ts";
import { texts as german, type Texts } from "./texts.ts";

class ModbServerPod implements Pod {
  readonly #context: PodContext;
  readonly #texts: Texts;
  /** Channels by their index, and those of them that the hub writes. */
  readonly #all = new Map<number, { registers: Registers; entry: Entry }>();
  readonly #targets = new Map<number, { registers: Registers; entry: Entry }>();

  readonly #listeners = new Map<string, Listener | SerialLine>();

  constructor(context: PodContext, texts: Texts) {
    this.#context = context;
    this.#texts = texts;
  }

  async start(): Promise<void> {
    const { load } = this.#context;
    refuseProblems(checkModbServer(load));
    const callers = new PodCallers(this.#context);
    const listeners = load.ifaces.map(({ id, config }) => {
      const channels = [...load.channels.entries()].filter(([, channel]) => channel.iface === id);
      const entries = channels.map(
        ([index, channel]): Entry => ({
          index,
          type: channel.type,
          item: itemOf(channel.config as ModbServerChannel),
          writable: channel.dir !== "out",
        }),
      );
      const registers = new Registers(entries);
      for (const entry of entries) {
        this.#all.set(entry.index, { registers, entry });
        if (load.channels[entry.index]?.dir !== "in") this.#targets.set(entry.index, { registers, entry });
      }
      const iface = config as ModbServerIface;
      const listener =
        iface.mode === "serial"
          ? new SerialLine(id, iface, registers, { context: this.#context, texts: this.#texts })
          : new Listener(id, iface, registers, { context: this.#context, callers, texts: this.#texts });
      this.#listeners.set(id, listener);
      return listener;
    });
    await this.#recall();
    for (const listener of listeners) listener.start();
  }

  /** Registers have what they had before a restart, those that only clients write as well. */
  async #recall(): Promise<void> {
    for (const { index, value } of await recalled(this.#context, [...this.#all.keys()])) {
      const target = this.#all.get(index);
      const made = target && rawOf(target.entry.item, value);
      if (target && made && "raw" in made) target.registers.set(target.entry, made.raw);
    }
  }

  async ask(method: string, params: { iface: string }, signal: AbortSignal): Promise<unknown> {
    if (method !== "check") throw noSuchMethod(method);
    const listener = this.#listeners.get(params.iface);
    if (!listener) throw new NotFoundError(runtimeTexts.noConnection);
    return await listener.check(signal);
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const target = this.#targets.get(write.index);
      if (!target) {
        this.#context.refused(write, this.#texts.writtenByClients);
        continue;
      }
      const made = rawOf(target.entry.item, write.value);
      if ("problem" in made) {
        this.#context.refused(write, made.problem);
        continue;
      }
      // From now on it is what a client reads: more there is not to acknowledge.
      target.registers.set(target.entry, made.raw);
      this.#context.written(write);
    }
  }
}

/** In a language of one's choice; what the compiler says of the project stays German. */
export const kindIn = (texts: Texts): PodKind => ({
  schema: modbServerSchema,
  create: (context) => new ModbServerPod(context, texts),
});

export const kind: PodKind = kindIn(german);
