/** Every error and warning the compiler can report, by name. The one place that knows their numbers. */
import { alarmKinds } from "./alarms.ts";
import { cellKinds } from "./cells.ts";
import { fileKinds } from "./files.ts";
import type { Kind } from "./kind.ts";
import { linkKinds } from "./links.ts";
import { meterKinds } from "./meters.ts";
import { pageKinds } from "./pages.ts";
import { podKinds } from "./pods.ts";
import { scheduleKinds } from "./schedules.ts";
import { tableKinds } from "./tables.ts";

export const CATALOGUE = {
  ...fileKinds,
  ...tableKinds,
  ...cellKinds,
  ...podKinds,
  ...linkKinds,
  ...alarmKinds,
  ...scheduleKinds,
  ...meterKinds,
  ...pageKinds,
};

export type ErrorKind = keyof typeof CATALOGUE;
export type ParametersOf<K extends ErrorKind> = (typeof CATALOGUE)[K] extends Kind<infer P> ? P : never;
