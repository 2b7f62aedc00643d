/**
 * Takes in external pods over a broker. A session begins with a hello that carries the pod's token; the
 * topic alone proves nothing.
 *
 * Invariants: nothing is kept of a session before its hello was right. One session a pod: a right hello ends
 * the one before, which is told so. Whatever strangers send, a right hello is heard: only answers to strangers are
 * limited, for each pod's topics apart; log lines to ten a minute.
 */
import { randomBytes } from "node:crypto";
import type { Clock, Logger, PodBroker, Scope } from "@hubwart/core";
import { Budget, type HubToPod, POD_BUDGET, type PodToHub } from "@hubwart/ipc";
import {
  type BrokerAddress,
  BrokerClient,
  type BrokerCredentials,
  BrokerSettingError,
  decodeFrame,
  encodeFrame,
  parseBrokerAddress,
  podOfTopic,
  readCredentials,
  SessionLink,
  sessionTopics,
} from "@hubwart/mqtt/broker";
import { texts } from "../texts.ts";
import { admit, type ExternalPod, type FindPod, type PodHello } from "./admission.ts";
import { podMessage } from "./pod-message.ts";
import { RefusalLog } from "./refusal-log.ts";

export interface BrokerServerOptions {
  address: BrokerAddress;
  credentials: () => Promise<BrokerCredentials>;
  /** Beginning of all topics. */
  root: string;
  find: FindPod;
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** The connection came or went; German reason. */
  changed: (state: { connected: boolean; error?: string }) => void;
}

interface Session {
  id: string;
  link: SessionLink<HubToPod, PodToHub>;
}

const LONGEST_HELLO = 4 * 1024;
const LONGEST_MESSAGE = 64 * 1024 * 1024;
/** To all strangers, and to those in one pod's topics. */
const ANSWERS_PER_SECOND = 200;
const ANSWERS_PER_POD = 20;

export class BrokerServer {
  readonly #options: BrokerServerOptions;
  readonly #client: BrokerClient;
  readonly #refusals: RefusalLog;
  /** By pod. */
  readonly #sessions = new Map<string, Session>();
  #answered = new Map<string, number>();
  #lastReason = "";

  constructor(options: BrokerServerOptions) {
    this.#options = options;
    const { address, clock, credentials, log, root, scope } = options;
    const hubTopic = `${root}/hub`;
    this.#refusals = new RefusalLog(clock, log, scope);
    this.#client = new BrokerClient({
      address,
      credentials,
      clientId: `hub-${randomBytes(6).toString("hex")}`,
      filters: [`${root}/+/hub/+`],
      will: { topic: hubTopic, payload: encodeFrame({ kind: "gone" }) },
      clock,
      scope,
      events: {
        up: () => {
          this.#lastReason = "";
          log.info(texts.brokerConnected(address.shown));
          options.changed({ connected: true });
          this.#client.publish(hubTopic, encodeFrame({ kind: "sync", ack: 0 }));
          for (const { link } of this.#sessions.values()) link.connected();
        },
        down: (reason) => {
          for (const { link } of this.#sessions.values()) link.disconnected();
          if (reason !== this.#lastReason) log.warn(texts.brokerFault(reason));
          this.#lastReason = reason;
          options.changed({ connected: false, error: reason });
        },
        refused: (reason) => log.warn(texts.brokerRefuses(reason)),
        message: (topic, payload) => this.#received(topic, payload),
      },
    });
    scope.add(
      clock.every(1_000, () => {
        this.#answered.clear();
      }),
    );
    scope.add(() => {
      for (const { link } of this.#sessions.values()) link.close();
    });
  }

  #received(topic: string, payload: string): void {
    const from = podOfTopic(this.#options.root, topic);
    if (!from) return;
    const session = this.#sessions.get(from.pod);
    if (session?.id === from.session) session.link.received(payload);
    else this.#stranger(from.pod, from.session, payload);
  }

  /** A session that is not known: it begins with this frame, or it is over. */
  #stranger(pod: string, id: string, payload: string): void {
    const frame = decodeFrame(payload);
    if (!frame || frame.kind === "end" || frame.kind === "gone") return;
    if (frame.kind !== "data" || frame.n !== 1 || frame.more || payload.length > LONGEST_HELLO) {
      this.#answer(pod, id);
      return;
    }
    const admission = admit(helloOf(frame.text), (name) =>
      name === pod ? this.#options.find(name) : undefined,
    );
    if ("refused" in admission) {
      this.#refuse(pod, id, admission.refused);
    } else if (admission.pod.connected && !this.#sessions.has(pod)) {
      this.#refuse(pod, id, texts.alreadyConnected);
    } else {
      this.#begin(admission.pod, admission.hello, id);
    }
  }

  #begin(pod: ExternalPod, hello: PodHello, id: string): void {
    const { clock, root } = this.#options;
    const { toPod } = sessionTopics(root, hello.id, id);
    const before = this.#sessions.get(hello.id);
    if (before) {
      before.link.send({ t: "refused", reason: texts.podElsewhere });
      pod.release();
      before.link.close();
    }
    const link = new SessionLink<HubToPod, PodToHub>({
      publish: (payload) => this.#client.publish(toPod, payload),
      clock,
      limit: LONGEST_MESSAGE,
      budget: new Budget({ ...POD_BUDGET, now: () => clock.monotonic() }),
      received: 1,
    });
    this.#sessions.set(hello.id, { id, link });
    pod.attach(
      {
        send: (message) => link.send(message),
        onMessage: (handler) => link.onMessage(handler),
        onClose: (handler) =>
          link.onClose((offence) => {
            if (this.#sessions.get(hello.id)?.link === link) this.#sessions.delete(hello.id);
            handler(offence);
          }),
        onDrain: (handler) => link.onDrain(handler),
        get busy() {
          return link.busy;
        },
        close: () => link.close(),
      },
      hello,
    );
  }

  #refuse(pod: string, id: string, reason: string): void {
    this.#refusals.add(pod, reason);
    const message: HubToPod = { t: "refused", reason };
    this.#answer(
      pod,
      id,
      encodeFrame({ kind: "data", n: 1, ack: 1, more: false, text: JSON.stringify(message) }),
    );
  }

  #answer(pod: string, id: string, frame = ""): void {
    // Names that no pod has share one place.
    const name = this.#options.find(pod) ? pod : "";
    const answered = this.#answered.get(name) ?? 0;
    if (answered >= (name === "" ? ANSWERS_PER_SECOND : ANSWERS_PER_POD)) return;
    this.#answered.set(name, answered + 1);
    const { toPod } = sessionTopics(this.#options.root, pod, id);
    if (frame !== "") this.#client.publish(toPod, frame);
    this.#client.publish(toPod, encodeFrame({ kind: "end" }));
  }
}

/** undefined for settings that can never work, told as `changed`: they are no reason to stop a plant. */
export function joinBroker(
  { address, caFile, passwordFile, topic, user }: PodBroker,
  environment: Omit<BrokerServerOptions, "address" | "credentials" | "root">,
): BrokerServer | undefined {
  try {
    return new BrokerServer({
      ...environment,
      address: parseBrokerAddress(address),
      credentials: () => readCredentials({ user, passwordFile, caFile }),
      root: topic,
    });
  } catch (error) {
    if (!(error instanceof BrokerSettingError)) throw error;
    environment.log.error(texts.brokerFault(error.message));
    environment.changed({ connected: false, error: error.message });
    return undefined;
  }
}

function helloOf(text: string): PodToHub | undefined {
  try {
    return podMessage(JSON.parse(text), 0);
  } catch {
    return undefined;
  }
}
