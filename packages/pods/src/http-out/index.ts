/**
 * The HTTP client pod. An interface is a server; channels that read the same URL share a `Poller`, each
 * channel that sends has a `Sender`.
 */

import { setMaxListeners } from "node:events";
import { NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { plainText } from "@hubwart/runtime/convert";
import type { ReadResult } from "@hubwart/runtime/methods";
import { refuseProblems } from "@hubwart/runtime/parameters";
import type { PodChannel, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { compileTemplate, looksLikeJson } from "@hubwart/runtime/template";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { extractor } from "./extract.ts";
import { Poller, type Reader } from "./poller.ts";
import {
  checkHttpOut,
  checkHttpOutKeys,
  type HttpOutChannel,
  type HttpOutIface,
  httpOutSchema,
} from "./schema.ts";
import { Sender } from "./sender.ts";
import { type Ask, TargetServer } from "./server.ts";
import { texts } from "./texts.ts";

/** First polls are spread over this time, so that a start is no burst; ms. */
const SPREAD_MS = 500;

class HttpOutPod {
  readonly #context: PodContext;
  /** By the channel's index. */
  readonly #senders: (Sender | undefined)[] = [];
  readonly #pollers = new Map<number, Poller>();
  readonly #servers = new Map<string, { server: TargetServer; ask: Ask | undefined }>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { load, scope } = this.#context;
    refuseProblems([...checkHttpOut(load), ...((await checkHttpOutKeys(load)) ?? [])]);
    // Each request listens for the end of the pod.
    setMaxListeners(load.channels.length * 2 + 10, scope.signal);
    const pollers: Poller[] = [];
    for (const iface of load.ifaces) {
      const server = new TargetServer(iface.id, iface.config as HttpOutIface, this.#context);
      const shared = new Map<string, { ask: Ask; readers: Reader[] }>();
      for (const [index, channel] of load.channels.entries()) {
        if (channel.iface !== iface.id) continue;
        if (channel.dir !== "in") {
          this.#senders[index] = new Sender(index, server, composer(channel), this.#context);
        }
        if (channel.dir !== "out") {
          const ask = question(channel);
          const key = JSON.stringify([ask.method, server.url(ask.path).href, ask.contentType, ask.body]);
          const group = shared.get(key) ?? { ask, readers: [] };
          group.readers.push(reader(index, channel));
          shared.set(key, group);
        }
      }
      for (const { ask, readers } of shared.values()) {
        const poller = new Poller(server, ask, readers, this.#context);
        pollers.push(poller);
        for (const { index } of readers) this.#pollers.set(index, poller);
      }
      const [first] = shared.values();
      this.#servers.set(iface.id, { server, ask: first?.ask });
    }
    for (const [i, poller] of pollers.entries()) poller.start((SPREAD_MS * i) / pollers.length);
  }

  async ask(method: string, params: { index: number; iface: string }, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case "read": {
        const poller = this.#pollers.get(params.index);
        if (!poller) throw new NotFoundError(texts.notPolled);
        const value = await poller.readNow(params.index);
        return { value, quality: 0, ts: this.#context.clock.now() } satisfies ReadResult;
      }
      case "check": {
        const { ask, server } = this.#servers.get(params.iface) ?? {};
        if (!server) throw new NotFoundError(runtimeTexts.noConnection);
        return await server.check(ask, signal);
      }
      default:
        throw noSuchMethod(method);
    }
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const sender = this.#senders[write.index];
      if (sender) sender.offer(write);
      else this.#context.refused(write, texts.polledOnly);
    }
  }
}

function reader(index: number, channel: PodChannel): Reader {
  const config = channel.config as HttpOutChannel;
  return { index, interval: config.interval, extract: extractor(channel.type, config) };
}

/** How a channel is polled. Direction inout always polls with GET, because its method is for sending. */
function question(channel: PodChannel): Ask {
  const { path, method = "GET", body, content_type } = channel.config as HttpOutChannel;
  if (channel.dir === "inout" || method === "GET" || body === undefined) {
    return { method: channel.dir === "inout" ? "GET" : method, path };
  }
  return { method, path, body, contentType: content_type ?? lookOf(body) };
}

function composer(channel: PodChannel): (write: PodWrite) => Ask {
  const { path, method = "POST", body, content_type } = channel.config as HttpOutChannel;
  const fill = compileTemplate(body, channel.chan);
  const fillPath = (value: unknown) =>
    path.replaceAll(/\{(value|chan)\}/g, (_, name) =>
      encodeURIComponent(name === "chan" ? channel.chan : wellFormed(plainText(value))),
    );
  if (method === "GET" || (method === "DELETE" && body === undefined)) {
    return ({ value }) => ({ method, path: fillPath(value) });
  }
  const contentType =
    content_type ?? (body === undefined && channel.type === "json" ? JSON_TYPE : lookOf(body));
  return ({ value, ts }) => ({ method, path: fillPath(value), body: fill(value, ts), contentType });
}

/** Half a surrogate pair has no UTF-8. */
function wellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

const JSON_TYPE = "application/json";

function lookOf(body: string | undefined): string {
  return body !== undefined && (looksLikeJson(body) || body === "{json}")
    ? JSON_TYPE
    : "text/plain; charset=utf-8";
}

export const kind: PodKind = {
  schema: httpOutSchema,
  create: (context) => new HttpOutPod(context),
};
