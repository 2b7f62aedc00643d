/**
 * Brings the hub to the current version and judges whether it runs.
 *
 * Invariants: a judgement is reached within the time limit, whatever the hub does; what an old hub process
 * still says after its restart was asked for does not count.
 */
import { type Clock, errorText, type Logger } from "@hubwart/core";
import type { HubStatus, RestartReason } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";
import { texts } from "./texts.ts";

export interface ApplyDeps {
  hub: HubLink;
  clock: Clock;
  log: Logger;
  /** Through the launcher. */
  restartHub: (reason: RestartReason) => void;
  /** ms until a version that does not run counts as failed. */
  limit: number;
}

export type Judgement =
  | { result: "running" }
  /** The hub does not run any project without a licence, so it says nothing about this one. */
  | { result: "unlicensed" }
  /** German. */
  | { result: "failed"; reason: string };

export interface ApplyRequest {
  version: string;
  reason: RestartReason;
  /** Only links differ: try it without a restart. */
  linkOnly: boolean;
}

/** `restarted` tells whether the hub was interrupted; known at once, the judgement comes later. */
export async function applyVersion(
  deps: ApplyDeps,
  request: ApplyRequest,
): Promise<{ restarted: boolean; judgement: Promise<Judgement> }> {
  if (request.linkOnly && deps.hub.connected && deps.hub.status()?.state === "running") {
    try {
      const { restarted } = await deps.hub.request("applyProject", {});
      return { restarted, judgement: judge(deps, request.version, undefined) };
    } catch (error) {
      deps.log.warn(texts.notInPlace(errorText(error)));
    }
  }
  const old = deps.hub.connected ? deps.hub.status()?.pid : undefined;
  deps.restartHub(request.reason);
  return { restarted: true, judgement: judge(deps, request.version, old) };
}

/** `oldPid` is the hub process that is on its way out. */
export function judge(deps: ApplyDeps, version: string, oldPid: number | undefined): Promise<Judgement> {
  const { hub, clock } = deps;
  return new Promise((resolve) => {
    const enders: (() => void)[] = [];
    const finish = (judgement: Judgement) => {
      for (const end of enders) end();
      resolve(judgement);
    };
    const look = (status: HubStatus) => {
      if (status.pid === oldPid) return;
      if (status.state === "running" && status.projectVersion === version) finish({ result: "running" });
      else if (status.state === "no_license") finish({ result: "unlicensed" });
      else if (status.state === "stopped") {
        finish({ result: "failed", reason: status.error ?? texts.notStarted });
      }
    };
    const seconds = Math.round(deps.limit / 1000);
    enders.push(
      hub.on("status", look),
      clock.after(deps.limit, () => finish({ result: "failed", reason: texts.notRunningYet(seconds) })),
    );
    const known = hub.status();
    if (hub.connected && known) look(known);
  });
}
