import type { Beat, ChildExit } from "@hubwart/core";

/** What the launcher and its children say over the fork channel. The channel's end is the signal of death. */
export const RESTART_REASONS = {
  unknown: 0,
  licenseMissing: 1,
  fingerprint: 2,
  licenseExpired: 3,
  projectChanged: 4,
  user: 5,
  projectUploaded: 1001,
  scriptsActivated: 1002,
  constantsActivated: 1003,
  licenseTransferred: 1004,
  storeRestored: 1005,
} as const;
export type RestartReason = (typeof RESTART_REASONS)[keyof typeof RESTART_REASONS];

export type ChildName = "appliance" | "hub" | "vendor";

export interface ChildState {
  name: ChildName;
  pid: number;
  running: boolean;
  /** Unix seconds of the last start. */
  started: number;
  /** 1 after the first start. */
  restarts: number;
  /** Why it was last started anew: the spec's code; 0 after a crash or the first start. */
  lastrc: RestartReason;
  /** How it last ended by itself; absent if it never did. */
  exit?: ChildExit;
  /** Crashes within the last 10 min. */
  crashes: number;
  /** It has not been heard for 10 s; after 30 s it is ended and started again. */
  silent?: true;
}

/** What the children run from. */
export interface RunningRelease {
  version: string;
  /** The one that was installed, not one that an update loaded. */
  base: boolean;
  /** German; why it is not the one that should run. */
  fallback?: string;
  /** It was called good, and may still be put back. */
  trial?: ReleaseTrial;
}

/** Of the changeover `id`. */
export interface ReleaseTrial {
  id: string;
  /** ms that are left of it. */
  left: number;
  /** Unasked ends of the launcher's children since the switch. */
  crashes: number;
}

export type LauncherToChild =
  | { t: "children"; children: ChildState[]; release: RunningRelease }
  /** The launcher itself stood still for so long, ms: with its children, that is the device. */
  | { t: "stood"; ms: number }
  | { t: "stop" };

export type ChildToLauncher =
  | Beat
  /** The child serves; `address` is what a person opens. */
  | { t: "ready"; address?: string }
  | { t: "restart"; what: "hub" | "system" | "device"; reason: RestartReason }
  | ChangeoverMessage;

/** About the changeover of `changeover.json` (`docs/states/changeover.md`); for another one it is not heard. */
export interface ChangeoverMessage {
  t: "changeover";
  id: string;
  /** `begin`: it is ready. `good`, `bad`: what the appliance says of the state on trial. */
  say: "begin" | "good" | "bad";
  /** German, with `bad`. */
  reason?: string;
}
