/** Whether an external pod may stay: its hello against the project, whatever carried it here. */
import { type Carrier, type HubToPod, POD_PROTOCOL, type PodToHub } from "@hubwart/ipc";
import { texts } from "../texts.ts";
import { sameToken } from "./pod-tokens.ts";

export type PodHello = Extract<PodToHub, { t: "hello" }>;

/** What must be known of a pod that wants in. */
export interface ExternalPod {
  token: string;
  connected: boolean;
  attach(carrier: Carrier<HubToPod, PodToHub>, hello: PodHello): void;
  /** Ends the session there is. */
  release(): void;
}

/** The external pod of this id, if the project has one. */
export type FindPod = (id: string) => ExternalPod | undefined;

export type Admission = { hello: PodHello; pod: ExternalPod } | { refused: string };

export function admit(hello: PodToHub | undefined, find: FindPod): Admission {
  if (hello?.t !== "hello") return { refused: texts.signInInvalid };
  const pod = find(hello.id);
  // The same answer for an unknown pod and a wrong token: neither is to be found out.
  if (!pod || !sameToken(hello.token ?? "", pod.token)) {
    return { refused: texts.noSuchPod };
  }
  if (hello.protocol !== POD_PROTOCOL) {
    return {
      refused: texts.otherVersion,
    };
  }
  return { hello, pod };
}
