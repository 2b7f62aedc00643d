/** Why a channel has the value it has, as the hub finds it out; all the way to the console. */
import type { Quality } from "./pod-messages.ts";

/** How a channel is: `refused`, `waiting` and `unexpected` though its value is good. */
export const WHY_STATES = [
  "good",
  "uncertain",
  "bad",
  "never",
  "refused",
  "waiting",
  "unexpected",
  "off",
] as const;
export type WhyState = (typeof WHY_STATES)[number];

/** What a step of the way back is about; `id` names it. */
export const WHY_STEPS = [
  "channel",
  "link",
  "script",
  "constant",
  "schedule",
  "write",
  "iface",
  "pod",
  "hub",
] as const;
export type WhyStepKind = (typeof WHY_STEPS)[number];

/** What keeps a value away or makes it what it is; programs tell causes apart by it. */
export const WHY_CAUSES = [
  // The hub as a whole.
  "no_license",
  "no_project",
  "no_channel",
  // Pods.
  "pod_away",
  "pod_settings",
  "pod_crashed",
  "pod_silent",
  "pod_cut",
  "pod_starting",
  // Connections.
  "refused",
  "name",
  "unreachable",
  "timeout",
  "broken_off",
  "tls",
  "sign_in",
  "protocol",
  "used_up",
  "port",
  "device",
  "keyring",
  "connection",
  // What the other side says to one channel.
  "silent",
  "address",
  "exception",
  "permission",
  "not_on_bus",
  "content",
  "range",
  "too_large",
  "other_type",
  "busy",
  "other",
  // Values.
  "source_bad",
  "source_uncertain",
  "stale",
  "kept",
  "until_next",
  "nothing_came",
  "nobody_writes",
  "type",
  // Links.
  "map",
  "conversion",
  "held",
  "circle",
  "long_chain",
  // Writes.
  "unconfirmed",
  "overtaken",
  // Scripts.
  "script_broken",
  "script_failed",
  "script_loop",
  "script_starting",
  "script_silent",
  "scripts_off",
] as const;
export type WhyCauseKind = (typeof WHY_CAUSES)[number];

/** Where a cause is mended; the console knows a page for each. */
export const WHY_PLACES = [
  "pod",
  "channel",
  "script",
  "license",
  "project",
  "schedule",
  "constants",
] as const;

export interface WhyStep {
  kind: WhyStepKind;
  /** Channel, `pod`, `pod/iface`, name of a script, `source → target` of a link, or who wrote. */
  id: string;
  /** German, without times. */
  text: string;
  /** ms since the epoch. */
  since?: number;
  /** Nothing is wrong at this step by itself. */
  fine: boolean;
}

export interface WhyCause {
  kind: WhyCauseKind;
  /** The same for all channels that it concerns. */
  id: string;
  /** German, without times. */
  text: string;
  /** ms since the epoch; absent where it is not known. */
  since?: number;
  /** Values that came before it; absent where that says nothing. */
  before?: number;
  /** German: what to do about it. */
  mend: string;
  place?: { page: (typeof WHY_PLACES)[number]; id: string };
}

export interface Why {
  chan: string;
  state: WhyState;
  value: unknown;
  quality: Quality;
  /** ms since the epoch; 0 if there was never a value. */
  last: number;
  count: number;
  /** German, in one sentence: what is with the channel, or where its value comes from. */
  text: string;
  /** From the channel back to where the value comes from or stays away; the middle of a long way is left out. */
  steps: WhyStep[];
  /** Steps left out behind the first half. */
  skipped: number;
  /** Absent where nothing is wrong. */
  cause?: WhyCause;
  /** Further causes, the earliest first; `others` counts all of them. */
  more: { id: string; text: string; since?: number }[];
  others: number;
}

/** One cause, and the channels that are not good because of it. */
export interface WhyGroup extends WhyCause {
  channels: number;
  /** The first of them, at most three. */
  first: string[];
}

/** Who wrote a value: a person in the console, a user of the live connection; scripts are known by the hub. */
export interface WrittenBy {
  who: "person" | "user";
  name: string;
}
