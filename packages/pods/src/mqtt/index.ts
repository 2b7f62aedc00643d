/** The MQTT client pod. One `MqttClient` an interface; this file only sorts channels and values to them. */

import { NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { encodeString } from "@hubwart/mqtt/wire/encode";
import { Outlets } from "@hubwart/runtime/outlets";
import { ifaceConfig, refuseProblems } from "@hubwart/runtime/parameters";
import type { PodChannel, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { parsePointer } from "@hubwart/runtime/pointer";
import { compileTemplate, type Fill } from "@hubwart/runtime/template";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { checkBroker } from "./check.ts";
import { MqttClient } from "./client.ts";
import type { InChannel } from "./dispatch.ts";
import type { OutChannel } from "./publication.ts";
import type { Publisher } from "./publisher.ts";
import { checkMqtt, checkMqttKeys, type MqttChannel, type MqttIface, mqttSchema } from "./schema.ts";
import { texts } from "./texts.ts";

interface Target {
  client: MqttClient;
  out: OutChannel;
  fill: Fill;
}

class MqttPod {
  readonly #context: PodContext;
  readonly #clients: MqttClient[] = [];
  readonly #outlets: Outlets<Publisher>;
  readonly #byIface = new Map<string, MqttClient>();
  /** By the channel's index; empty where nothing is written. */
  readonly #targets: (Target | undefined)[] = [];

  constructor(context: PodContext) {
    this.#context = context;
    this.#outlets = new Outlets(context);
  }

  async start(): Promise<void> {
    const { load } = this.#context;
    refuseProblems([...checkMqtt(load), ...((await checkMqttKeys(load)) ?? [])]);
    for (const iface of load.ifaces) {
      const channels = [...load.channels.entries()].filter(([, channel]) => channel.iface === iface.id);
      const ins = channels.filter(([, c]) => c.dir !== "out").map(([index, c]) => inChannel(index, c));
      const outs = new Map(
        channels.filter(([, c]) => c.dir !== "in").map(([index, c]) => [index, outChannel(index, c)]),
      );
      const client = new MqttClient(iface.id, iface.config as MqttIface, ins, this.#context);
      for (const [index, channel] of channels) {
        const out = outs.get(index);
        const { template } = channel.config as MqttChannel;
        this.#targets[index] = out && { client, out, fill: compileTemplate(template, channel.chan) };
      }
      this.#clients.push(client);
      this.#byIface.set(iface.id, client);
    }
    for (const client of this.#clients) client.start();
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const target = this.#targets[write.index];
      if (!target) {
        this.#context.refused(write, texts.receiveOnly);
        continue;
      }
      const { client, fill, out } = target;
      this.#outlets.give(client.publisher, write, () =>
        client.publisher.offer({ out, text: fill(write.value, write.ts), write }),
      );
    }
    await this.#outlets.settled();
  }

  async ask(method: string, params: { iface: string }, signal: AbortSignal): Promise<unknown> {
    if (method !== "check") throw noSuchMethod(method);
    const client = this.#byIface.get(params.iface);
    if (!client) throw new NotFoundError(runtimeTexts.noConnection);
    return await client.check(signal);
  }
}

function inChannel(index: number, channel: PodChannel): InChannel {
  const config = channel.config as MqttChannel;
  return {
    index,
    filter: config.topic,
    qos: config.qos,
    type: channel.type,
    pointer: config.pointer === undefined ? undefined : parsePointer(config.pointer),
    retained: config.retained,
    echoes: channel.dir === "inout" && config.set_topic === undefined,
  };
}

function outChannel(index: number, channel: PodChannel): OutChannel {
  const config = channel.config as MqttChannel;
  return {
    index,
    topic: encodeString(config.set_topic ?? config.topic),
    qos: config.qos,
    retain: config.retain,
  };
}

export const kind: PodKind = {
  schema: mqttSchema,
  create: (context) => new MqttPod(context),
  check: async ({ clock, load }, iface, signal) =>
    await checkBroker(ifaceConfig(load, iface) as MqttIface, false, clock, signal),
};
