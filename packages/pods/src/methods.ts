/** What the pods of each type can be asked. A test holds this list against the implementations. */
import { podAbouts } from "./abouts.ts";
import type { PodMethods } from "./base/methods.ts";

export { ASSETS_PAGE, type AssetDevice } from "./asset/methods.ts";
export type { CheckResult, PodMethod, PodMethods, ReadResult, TestResult } from "./base/methods.ts";
export { CHECK, READ } from "./base/methods.ts";
export { knxMethods, type Telegram } from "./knx/methods.ts";

export const podMethods: Readonly<Record<string, PodMethods>> = Object.fromEntries(
  [...podAbouts].map(([type, { methods }]) => [type, methods]),
);
