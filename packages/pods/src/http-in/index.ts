/** The HTTP server pod. One `Listener` an interface; this file sorts channels and values to them. */

import { NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { PodCallers } from "@hubwart/runtime/callers";
import { refuseProblems } from "@hubwart/runtime/parameters";
import type { PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { recalled } from "@hubwart/runtime/recall";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { type KeyPair, ownCertificate } from "@hubwart/runtime/tls-files";
import { Listener } from "./listener.ts";
import { checkHttpIn, type HttpInIface, httpInSchema } from "./schema.ts";
import { type Entry, PathTable } from "./table.ts";
import { texts } from "./texts.ts";

class HttpInPod {
  readonly #context: PodContext;
  /** By the channel's index. */
  readonly #entries: (Entry | undefined)[] = [];

  readonly #listeners = new Map<string, Listener>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { load } = this.#context;
    refuseProblems(checkHttpIn(load));
    const callers = new PodCallers(this.#context);
    for (const iface of load.ifaces) {
      const channels = [...load.channels.entries()].filter(([, channel]) => channel.iface === iface.id);
      const table = new PathTable(channels);
      for (const [index] of channels) this.#entries[index] = table.entry(index);
      const listener = new Listener(iface.id, iface.config as HttpInIface, table, this.#context, callers);
      this.#listeners.set(iface.id, listener);
      await this.#recall(channels.map(([index]) => index));
      await listener.start(ownCertificate(load));
    }
  }

  /** Who asks after a restart is answered with what was there before. */
  async #recall(indexes: readonly number[]): Promise<void> {
    for (const { index, quality, ts, value } of await recalled(this.#context, indexes)) {
      const entry = this.#entries[index];
      if (entry) entry.newest ??= { value, ts, quality };
    }
  }

  async ask(method: string, params: { iface: string } & KeyPair, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case "check": {
        const listener = this.#listeners.get(params.iface);
        if (!listener) throw new NotFoundError(runtimeTexts.noConnection);
        return await listener.check(signal);
      }
      case "wantsTls":
        return { wanted: this.#context.load.ifaces.some(({ config }) => config["tls"] === true) };
      case "tls":
        for (const listener of this.#listeners.values()) listener.useCertificate(params);
        return {};
      default:
        throw noSuchMethod(method);
    }
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const entry = this.#entries[write.index];
      if (!entry || entry.channel.dir === "in") {
        this.#context.refused(write, texts.setFromOutside);
      } else {
        // From now on it is what a caller reads: more there is not to acknowledge.
        entry.newest = { value: write.value, ts: write.ts, quality: write.quality ?? 0 };
        this.#context.written(write);
      }
    }
  }
}

export const kind: PodKind = {
  schema: httpInSchema,
  create: (context) => new HttpInPod(context),
};
