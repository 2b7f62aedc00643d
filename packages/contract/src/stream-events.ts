/**
 * What `/stream` sends: `event: {topic}` with `data:` one line of JSON of the topic's shape. State topics begin with
 * the whole present state, so that a reader needs no other call after a reconnect. `trace` and `log` carry
 * only what is new since the stream was opened.
 */

import type * as z from "zod/mini";
import type { AlarmHead } from "./alarm-shapes.ts";
import type { AnswerOf, ChannelRule } from "./define.ts";
import type { Level } from "./levels.ts";
import type { Job } from "./routes/jobs.ts";
import type { logLine } from "./routes/log.ts";
import type { pods } from "./routes/pods.ts";
import type { Status } from "./routes/session.ts";
import type { STREAM_TOPICS, systemPs } from "./routes/system.ts";
import type { connRecord, dataRecord } from "./routes/trace.ts";

export type StreamTopic = (typeof STREAM_TOPICS)[number];

/** The lowest level that may listen to a topic: that of the call which tells the same. */
export const TOPIC_NEEDS: Readonly<Record<StreamTopic, Level>> = {
  status: "see",
  containers: "see",
  pods: "see",
  project: "see",
  jobs: "see",
  alarms: "see",
  changed: "see",
  trace: "see",
  log: "engineer",
};

/** How a topic keeps to the channels of who listens. */
export const TOPIC_CHANNELS: Readonly<Record<StreamTopic, ChannelRule>> = {
  status: "filtered",
  containers: "none",
  pods: "filtered",
  project: "none",
  jobs: "none",
  alarms: "filtered",
  changed: "none",
  trace: "filtered",
  log: "whole",
};

export interface StreamEvents extends Record<StreamTopic, unknown> {
  /** What `/info` tells with a session: the same for all who listen, so it says nothing of a session. */
  status: Status;
  /** As the answer of `/system/ps`. */
  containers: Omit<AnswerOf<typeof systemPs>, "code">;
  /** As the answer of `/pods`. */
  pods: Omit<AnswerOf<typeof pods>, "code">;
  /** `project` of `/info`. When it changed, everything that was read from the project is stale. */
  project: Status["project"];
  /** Jobs that run, and the last that ended; newest first. */
  jobs: { jobs: Job[] };
  /** Counts and the worst of the alarms that stand. */
  alarms: AlarmHead;
  /** How often something was changed since the device started, by place (`changedPlace`): another number means load anew. */
  changed: { places: Readonly<Record<string, number>> };
  trace: { entries: (z.output<typeof dataRecord> | z.output<typeof connRecord>)[] };
  /** `missed`: lines dropped because the reader was too slow. */
  log: { lines: z.output<typeof logLine>[]; missed: number };
}
