import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { type PodRun, podLoad, startPod, type TestChannel } from "../../testing/index.ts";
import { kind } from "../index.ts";

/** The pods, peers and brokers of a test; `stop` ends them, the newest first. */
export class Peers {
  readonly #open: { stop(): Promise<void> }[] = [];

  add(thing: { stop(): Promise<void> }): void {
    this.#open.push(thing);
  }

  async stop(): Promise<void> {
    for (const thing of this.#open.splice(0).reverse()) await thing.stop();
  }

  async pod(iface: Record<string, string | number | boolean>, channels: TestChannel[]): Promise<PodRun> {
    const run = await startPod(kind, podLoad(kind.schema, [{ host: "127.0.0.1", ...iface }], channels));
    this.add(run);
    return run;
  }

  async peer(port: number, options: IClientOptions = {}): Promise<Peer> {
    const made = new Peer(await connectAsync({ host: "127.0.0.1", port, reconnectPeriod: 50, ...options }));
    this.add(made);
    return made;
  }
}

interface Received {
  topic: string;
  text: string;
  qos: number;
  retain: boolean;
}

/** The other side is an independent implementation: mqtt.js. */
class Peer {
  readonly client: MqttClient;
  readonly received: Received[] = [];
  #changed: () => void = () => undefined;

  constructor(client: MqttClient) {
    this.client = client;
    client.on("message", (topic, payload, packet) => {
      this.received.push({ topic, text: payload.toString(), qos: packet.qos, retain: packet.retain });
      this.#changed();
    });
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => (this.#changed = resolve));
  }

  async stop(): Promise<void> {
    await this.client.endAsync(true);
  }
}

export async function connected(run: PodRun): Promise<PodRun> {
  await run.until(() => run.iface()?.state === true);
  return run;
}

/** Publishes until the pod hears it: then its subscriptions stand, because they are made in one packet. */
export async function subscribed(
  run: PodRun,
  other: Peer,
  topic: string,
  chan: string,
  payload = "ready",
): Promise<void> {
  while (run.last(chan) === undefined) {
    await other.client.publishAsync(topic, payload, { qos: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
