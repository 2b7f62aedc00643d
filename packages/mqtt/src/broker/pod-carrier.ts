/**
 * The external pod's end of a session over a broker.
 *
 *     const carrier = openPodCarrier({ pod, root, address, credentials, clock, down: (reason) => … });
 *     await runPod({ id: pod, token, carrier, … });
 *
 * Every carrier is a session of its own: the hub takes a new hello as the end of the one before.
 */
import { randomBytes } from "node:crypto";
import { type Clock, Scope } from "@hubwart/core";
import type { Carrier, HubToPod, PodToHub } from "@hubwart/ipc";
import { texts } from "../texts.ts";
import type { BrokerAddress, BrokerCredentials } from "./address.ts";
import { BrokerClient } from "./broker-client.ts";
import { decodeFrame, encodeFrame, sessionTopics } from "./frames.ts";
import { SessionLink } from "./session-link.ts";

export interface PodCarrierOptions {
  pod: string;
  /** Beginning of all topics, as the hub has it. */
  root: string;
  address: BrokerAddress;
  credentials: () => Promise<BrokerCredentials>;
  clock: Clock;
  /** The broker is not reachable or refuses something. German. */
  down: (reason: string) => void;
}

/** As over a socket: a project's part for one pod. Characters. */
const LONGEST_MESSAGE = 256 * 1024 * 1024;

export function openPodCarrier(options: PodCarrierOptions): Carrier<PodToHub, HubToPod> {
  const { address, clock, credentials, down, pod, root } = options;
  const session = randomBytes(16).toString("hex");
  const topics = sessionTopics(root, pod, session);
  const scope = new Scope();
  const client = new BrokerClient({
    address,
    credentials,
    clientId: `${pod}-${session.slice(0, 12)}`,
    filters: [topics.toPod, topics.hub],
    will: { topic: topics.toHub, payload: encodeFrame({ kind: "gone" }) },
    clock,
    scope,
    events: {
      up: () => link.connected(),
      down: (reason) => {
        link.disconnected();
        down(reason);
      },
      refused: (reason) => down(texts.messageRefused(reason)),
      message: (topic, payload) => {
        if (topic === topics.toPod) link.received(payload);
        else if (decodeFrame(payload)?.kind === "gone") link.doubt();
        else link.connected();
      },
    },
  });
  const link: SessionLink<PodToHub, HubToPod> = new SessionLink({
    publish: (payload) => client.publish(topics.toHub, payload),
    clock,
    limit: LONGEST_MESSAGE,
  });
  return {
    send: (message) => link.send(message),
    onMessage: (handler) => link.onMessage(handler),
    onClose: (handler) => {
      link.onClose(() => {
        void scope.end();
        handler();
      });
    },
    close: () => link.close(),
  };
}
