/** Who is signed in, but may not do what he asks for. */
import {
  areaOf,
  type Bounds,
  type Caller,
  type CallSpec,
  type ChannelRule,
  includes,
  type Level,
  onlyFromCentral,
  PANEL_TOPICS,
  reachedByKeptPeople,
  reachedByPanels,
  reachedByTokens,
  reachedFromCentral,
  type StreamTopic,
  type Who,
} from "@hubwart/contract";
import { texts } from "./texts.ts";

/** HTTP 403 with code 1205, which ends no session. */
export class ForbiddenError extends Error {
  constructor(message: string = texts.forbidden) {
    super(message);
  }
}

/** @throws ForbiddenError */
export function demand(level: Level, needs: Level): void {
  if (!includes(level, needs)) throw new ForbiddenError();
}

type Guarded = Pick<CallSpec, "path"> & { needs: Level; channels: ChannelRule };

/** Level, areas and channels: whether the caller may make this call at all. @throws ForbiddenError */
export function demandCall({ bounds, level }: Pick<Caller, "bounds" | "level">, spec: Guarded): void {
  demand(level, spec.needs);
  if (bounds?.areas && !bounds.areas.includes(areaOf(spec.path))) throw new ForbiddenError();
  demandChannels(bounds, spec.channels);
}

/** Whether the token of a program reaches the call at all. @throws ForbiddenError */
export function demandReach(path: string): void {
  if (!reachedByTokens(path)) throw new ForbiddenError(texts.notForTokens);
}

/** Whether a wall panel reaches the call at all. @throws ForbiddenError */
export function demandPanelReach(spec: Pick<CallSpec, "method" | "path">): void {
  if (!reachedByPanels(spec)) throw new ForbiddenError(texts.notForPanels);
}

/** Whether people of the central reach the call at all. @throws ForbiddenError */
export function demandRemoteReach(spec: CallSpec, entrusted = false): void {
  if (reachedFromCentral(spec, entrusted)) return;
  throw new ForbiddenError(reachedFromCentral(spec, true) ? texts.notEntrusted : texts.notForCentral);
}

/** Whether who is here at the hub reaches the call at all, whatever the level. @throws ForbiddenError */
export function demandLocalReach({ keptByCentral }: Pick<Caller, "keptByCentral">, spec: CallSpec): void {
  if (onlyFromCentral(spec.path)) throw new ForbiddenError(texts.onlyForCentral);
  if (keptByCentral && !reachedByKeptPeople(spec)) throw new ForbiddenError(texts.notForKeptPeople);
}

/** @throws ForbiddenError */
export function demandPanelTopic(who: Who, topic: StreamTopic): void {
  if (who.kind === "panel" && !PANEL_TOPICS.includes(topic)) throw new ForbiddenError(texts.notForPanels);
}

/** @throws ForbiddenError for who is kept to channels, where it cannot be parted */
export function demandChannels(bounds: Bounds | undefined, rule: ChannelRule): void {
  if (bounds?.channels && rule === "whole") throw new ForbiddenError(texts.wholeOnly);
}
