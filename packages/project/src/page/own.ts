/**
 * Pages as they are for who is kept to some channels: blocks of those alone. A text has no channel; it stays beside blocks that
 * have, and so does a plan with one of them on it.
 */
import type { CompiledBlock } from "../compiled.ts";

export type OwnChannel = (chan: string) => boolean;

/** A row without the channels that are not the caller's; undefined where nothing is left of it. */
export function ownRow(row: CompiledBlock, own: OwnChannel): CompiledBlock | undefined {
  const { actual, block, source } = row;
  switch (block) {
    case "value":
    case "setpoint":
    case "switch":
    case "schedule": {
      if (source === undefined || !own(source)) return undefined;
      const { actual: _, ...rest } = row;
      return actual === undefined || own(actual) ? row : rest;
    }
    case "trend": {
      const kept = source?.split(", ").filter(own) ?? [];
      return kept.length === 0 ? undefined : { ...row, source: kept.join(", ") };
    }
    case "list":
    case "alarms":
    case "plan":
    case "text":
      return row;
  }
}

/** Blocks of one page that are left. @param hasAlarm whether a block of alarms lists one of a channel of the caller's */
export function ownBlocks<B extends Pick<CompiledBlock, "block" | "on" | "source"> & { total: number }>(
  blocks: readonly B[],
  hasAlarm: (source: string | undefined) => boolean,
): B[] {
  const said = blocks.filter(({ block, source, total }) => {
    if (block === "plan" || block === "text") return false;
    return block === "list" ? total > 0 : block !== "alarms" || hasAlarm(source);
  });
  if (said.length === 0) return [];
  const used = new Set(said.map(({ on }) => on));
  const isUsed = (file: string | undefined) => file === undefined || used.has(file);
  return blocks.filter(
    (one) =>
      said.includes(one) ||
      (one.block === "plan" && one.source !== undefined && used.has(one.source)) ||
      (one.block === "text" && isUsed(one.on)),
  );
}
