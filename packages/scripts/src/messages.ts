/** What the process `scripts` and the worker of one script say to each other. Plain values only. */

import type { LogLevel } from "@hubwart/core";
import type { Quality, ScriptAlarm, ScriptFigures } from "@hubwart/ipc";
import type { LuaValue, ScriptCall } from "@hubwart/lua";

export interface ScriptChannel {
  /** Number in the project; what values are sent by. */
  index: number;
  name: string;
  /** A script may write it. */
  writable: boolean;
  value: LuaValue;
  quality: Quality;
  /** ms since the epoch; 0 where there never was a value. */
  ts: number;
}

export interface WorkerOrder {
  name: string;
  source: string;
  /** Channels that the source names; others are asked for. */
  channels: ScriptChannel[];
  kept: Record<string, LuaValue>;
  trial: boolean;
  /** [turns, answers]: `turns` is odd while the script runs; `answers` counts what came over the second port. */
  shared: SharedArrayBuffer;
  /** Answers to `channel` and `alarm`, which the worker waits for where it is. */
  answers: import("node:worker_threads").MessagePort;
}

export interface HttpOrder {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ValueChange {
  n: number;
  v: LuaValue;
  q: Quality;
  t: number;
}

export type ToWorker =
  | { t: "values"; values: ValueChange[] }
  | { t: "fire"; id: number }
  | { t: "answer"; id: number; answer?: HttpAnswer; error?: string };

/** `id` is that of the question: an answer that came too late is told by it from the one waited for. */
export type ChannelAnswer = {
  id: number;
  channel: ScriptChannel | undefined;
  /** A channel that may have been meant, where there is none of this name. */
  meant?: string | undefined;
};

/** `alarm`: undefined where those who keep the alarms do not answer. */
export type AlarmAnswer = { id: number; alarm: ScriptAlarm | undefined };
export type Answer = ChannelAnswer | AlarmAnswer;

/** Values leave as JSON of a bounded length: whatever a script made of its tables, taking it in costs no more than that. */
export type FromWorker =
  /** The script has run once and waits for events. */
  | { t: "ready" }
  /** It does not compile, or its first run ended with an error. As Lua says it. */
  | { t: "failed"; stage: "compile" | "run"; text: string; calls: readonly ScriptCall[] }
  /** A limit that ends it; the worker ends at once. `where`: "name.lua:3:". */
  | { t: "over"; why: "time" | "memory"; where: string }
  | { t: "channel"; id: number; name: string }
  | { t: "alarm"; id: number; alarm: string }
  | { t: "setAlarm"; alarm: string; on: boolean; text?: string }
  /** `cause`: channel whose change the script was called for. */
  | { t: "write"; index: number; json: string; cause?: number | undefined }
  | { t: "log"; level: LogLevel; text: string }
  /** So many functions that wait for events ended with an error when they were called last. */
  | { t: "failing"; count: number }
  /** A call ended with an error; the script goes on. */
  | { t: "error"; text: string; calls: readonly ScriptCall[] }
  | { t: "keep"; name: string; json: string }
  | { t: "cron"; id: number; pattern: string }
  | { t: "uncron"; id: number }
  | { t: "http"; id: number; order: HttpOrder }
  /** The batch of values is done: the next may come. */
  | { t: "taken" }
  | { t: "figures"; figures: ScriptFigures };
