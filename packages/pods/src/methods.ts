/** What the pods of each type can be asked. A test holds this list against the implementations. */
import { assetMethods } from "./asset/methods.ts";
import { CHECK, type PodMethods, READ, TEST, TLS, WANTS_TLS } from "./base/methods.ts";
import { knxMethods } from "./knx/methods.ts";

export { ASSETS_PAGE, type AssetDevice } from "./asset/methods.ts";
export type { CheckResult, PodMethod, PodMethods, ReadResult, TestResult } from "./base/methods.ts";
export { CHECK, READ } from "./base/methods.ts";
export { knxMethods, type Telegram } from "./knx/methods.ts";

export const podMethods: Readonly<Record<string, PodMethods>> = {
  asset: assetMethods,
  chat: { ...CHECK, ...TEST },
  email: { ...CHECK, ...TEST },
  http_in: { ...CHECK, ...TLS, ...WANTS_TLS },
  http_out: { ...CHECK, ...READ },
  knx: knxMethods,
  modb_client: { ...CHECK, ...READ },
  modb_server: CHECK,
  mqtt: CHECK,
  s7_client: { ...CHECK, ...READ },
  ping: { ...CHECK, ...READ },
};
