/**
 * The appliance's side of the fork channel to the launcher. Without a launcher (a start by hand) nothing can be
 * restarted, and says so.
 */
import { errorText, type Logger, UnavailableError } from "@hubwart/core";
import type {
  ChangeoverMessage,
  ChildState,
  ChildToLauncher,
  LauncherToChild,
  ReleaseTrial,
  RestartReason,
  RunningRelease,
} from "@hubwart/ipc";
import { common } from "./texts.ts";

export interface LauncherLink {
  readonly present: boolean;
  /** The server listens: `ready` was called. */
  readonly serving: boolean;
  /** Last reported state of the launcher's children; empty before the first report. */
  children(): readonly ChildState[];
  /** undefined before the first report. */
  release(): RunningRelease | undefined;
  /** The release is on trial, for as long as is left now. */
  trial(): ReleaseTrial | undefined;
  /** UnavailableError without a launcher. */
  restart(what: "hub" | "system" | "device", reason: RestartReason): void;
  /** About the changeover with this id. UnavailableError without a launcher. */
  changeover(id: string, say: ChangeoverMessage["say"], reason?: string): void;
  /** The server listens at `address`. */
  ready(address: string): void;
  onChildren(handler: (children: readonly ChildState[]) => void): void;
  /** Asked to stop, or the launcher is gone. */
  onStop(handler: (gone: boolean) => void): void;
}

/** What is needed of `process`. */
export interface ForkChannel {
  send?: ((message: ChildToLauncher) => unknown) | undefined;
  connected: boolean;
  on(event: "message", handler: (message: unknown) => void): unknown;
  on(event: "disconnect", handler: () => void): unknown;
}

export function launcherLink(channel: ForkChannel): LauncherLink {
  let children: readonly ChildState[] = [];
  let release: RunningRelease | undefined;
  let reported = 0;
  const onChildren: ((children: readonly ChildState[]) => void)[] = [];
  const onStop: ((gone: boolean) => void)[] = [];
  channel.on("message", (raw) => {
    const message = raw as LauncherToChild;
    switch (message.t) {
      case "children":
        children = message.children;
        release = message.release;
        reported = performance.now();
        for (const handler of onChildren) handler(children);
        break;
      case "stop":
        for (const handler of onStop) handler(false);
        break;
      case "stood":
        // The hub says it in the log.
        break;
    }
  });
  const gone = () => {
    for (const handler of onStop) handler(true);
  };
  if (channel.send && !channel.connected) setImmediate(gone);
  else channel.on("disconnect", gone);
  const say = (message: ChildToLauncher): boolean => {
    if (!channel.connected || !channel.send) return false;
    channel.send(message);
    return true;
  };
  let serving = false;
  return {
    get present() {
      return channel.connected;
    },
    get serving() {
      return serving;
    },
    children: () => children,
    release: () => release,
    trial() {
      const trial = release?.trial;
      return trial && { ...trial, left: Math.max(0, trial.left - (performance.now() - reported)) };
    },
    restart(what, reason) {
      if (say({ t: "restart", what, reason })) return;
      throw new UnavailableError(common.noRestart);
    },
    changeover(id, word, reason) {
      if (say({ t: "changeover", id, say: word, ...(reason === undefined ? {} : { reason }) })) return;
      throw new UnavailableError(common.noLauncher);
    },
    ready(address) {
      serving = true;
      say({ t: "ready", address });
    },
    onChildren: (handler) => void onChildren.push(handler),
    onStop: (handler) => void onStop.push(handler),
  };
}

/** Restarts the hub for a change that is stored already. Without a launcher the log says so, and the change waits. */
export function hubRestart(launcher: LauncherLink, log: Logger): (reason: RestartReason) => void {
  return (reason) => {
    try {
      launcher.restart("hub", reason);
    } catch (error) {
      log.warn(`Neustart des Hubs: ${errorText(error)}`);
    }
  };
}
