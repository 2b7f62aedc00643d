/** What the process that reads the files of sites is asked. It is one of its own: they are strangers' files. */
import type { toldOf } from "@hubwart/stores/files";

export interface CheckTask {
  do: "check";
  file: string;
  /** As the hub calls it. */
  name: string;
}
/** `problem`: German; without one the parts that are in it. */
export type Checked = { problem: string } | { parts: string[] };

export interface JoinTask {
  do: "join";
  files: readonly string[];
  target: string;
  /** Names of the files that are parts. */
  parts: readonly string[];
}

export interface ChartTask {
  do: "chart";
  /** The later ones are left out where time is up. */
  sites: readonly { hub: string; files: readonly string[]; corrections: readonly string[] }[];
  channel: string;
  /** ms since the epoch, both included. */
  from: number;
  to: number;
  /** Width of a point, ms. */
  step: number;
  /** ms for all of it. */
  within: number;
}
export type Point = [time: number, min: number, max: number, mean: number];
/** `points` is absent where time was up; `unread`: files that could not be read; `corrected`: times in which corrections count, the oldest first. */
export type Charted = {
  hub: string;
  points?: Point[];
  corrected?: ReturnType<typeof toldOf>;
  unread: number;
}[];

export interface ChannelsTask {
  do: "channels";
  files: readonly string[];
  most: number;
}

export interface Answers {
  check: Checked;
  join: null;
  chart: Charted;
  channels: string[];
}
export type Task = CheckTask | JoinTask | ChartTask | ChannelsTask;
export type Asked = { id: number; task: Task };
export type Told = { id: number; answer: Answers[Task["do"]] } | { id: number; error: string };
