/** The Modbus server pod. One `Listener` or `SerialLine` for each interface, with registers of its own. */
import { NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { refuseProblems } from "../base/parameters.ts";
import type { Pod, PodContext, PodKind, PodWrite } from "../base/pod.ts";
import { itemOf } from "../modbus/item.ts";
import { rawOf } from "../modbus/value.ts";
import { Listener } from "./listener.ts";
import { type Entry, Registers } from "./registers.ts";
import { checkModbServer, type ModbServerChannel, type ModbServerIface, modbServerSchema } from "./schema.ts";
import { SerialLine } from "./serial-line.ts";

class ModbServerPod implements Pod {
  readonly #context: PodContext;
  readonly #targets = new Map<number, { registers: Registers; entry: Entry }>();

  readonly #listeners = new Map<string, Listener | SerialLine>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { load } = this.#context;
    refuseProblems(checkModbServer(load));
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
        if (load.channels[entry.index]?.dir !== "in") this.#targets.set(entry.index, { registers, entry });
      }
      const iface = config as ModbServerIface;
      const Kind = iface.mode === "serial" ? SerialLine : Listener;
      const listener = new Kind(id, iface, registers, this.#context);
      this.#listeners.set(id, listener);
      return listener;
    });
    for (const listener of listeners) listener.start();
  }

  async ask(method: string, params: { iface: string }, signal: AbortSignal): Promise<unknown> {
    if (method !== "check") throw noSuchMethod(method);
    const listener = this.#listeners.get(params.iface);
    if (!listener) throw new NotFoundError("Diese Verbindung hat der Pod nicht.");
    return await listener.check(signal);
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const target = this.#targets.get(write.index);
      if (!target) {
        this.#context.refused(write, "Diesen Channel schreiben nur die Clients");
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

export const kind: PodKind = {
  schema: modbServerSchema,
  create: (context) => new ModbServerPod(context),
};
