/** What the pods of each type can be asked. A test holds this list against the implementations. */

import type { PodMethods } from "@hubwart/runtime/methods";
import { podAbouts } from "./abouts.ts";

export type { CheckResult, PodMethod, PodMethods, ReadResult, TestResult } from "@hubwart/runtime/methods";
export { CHECK, READ } from "@hubwart/runtime/methods";
export { ASSETS_PAGE, type AssetDevice } from "./asset/methods.ts";
export { knxMethods, type Telegram } from "./knx/methods.ts";
export type { MeterRecords, MeterSearchState } from "./mbus/methods.ts";

export const podMethods: Readonly<Record<string, PodMethods>> = Object.fromEntries(
  [...podAbouts].map(([type, { methods }]) => [type, methods]),
);
