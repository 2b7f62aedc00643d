/** An alarm that stands, as it lies on the disk. */
import type { State } from "./states.ts";

export interface AlarmRecord {
  id: string;
  nr: number;
  state: Exclude<State, "normal">;
  /** ms since the epoch, by the clock at that time. */
  since: number;
  cleared?: number;
  value: unknown;
  text: string;
  acked?: { at: number; by: string };
  comment?: { at: number; by: string; text: string };
  suppressed?: { by: "parent"; parent: string } | { by: "enable"; chan: string };
  /** It stood without being suppressed at some time: somebody may know of it. */
  heard: boolean;
  /** From when on the steps of its class count, ms since the epoch. */
  counts: number;
  /** By step of its class: how often it was told, and when last. */
  steps: Record<number, { count: number; at: number }>;
  /** Messages that went out, and when the last did. */
  told?: { count: number; at: number };
  /** Ways on which it was said; they are told when it is over. */
  toldTo: string[];
}

/** Somebody is to be told something of an alarm. */
export interface Untold {
  seq: number;
  way: string;
  nr: number;
  id: string;
  what: "new" | "again" | "over";
  /** ms since the epoch; when the alarm came. */
  since: number;
  priority: 1 | 2 | 3 | 4;
  text: string;
}
