/**
 * All that a wall panel reaches with the link of its page: what the blocks of a page ask, within its channels, and nothing else
 * that there is or will be.
 */
import type { CallSpec } from "./define.ts";
import { alarmLook } from "./routes/alarms.ts";
import { panelLook, panelPlan } from "./routes/page-links.ts";
import { scheduleLook } from "./routes/schedules.ts";
import { stream } from "./routes/system.ts";
import { channelWrite, traceChart, traceGet, tracePost } from "./routes/trace.ts";

const CALLS: readonly Pick<CallSpec, "method" | "path">[] = [
  panelLook,
  panelPlan,
  traceGet,
  tracePost,
  traceChart,
  alarmLook,
  scheduleLook,
  stream,
  channelWrite,
];

export const reachedByPanels = ({ method, path }: Pick<CallSpec, "method" | "path">): boolean =>
  CALLS.some((call) => call.method === method && call.path === path);
