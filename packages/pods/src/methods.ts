/** What the pods of each type can be asked. A test holds this list against the implementations. */
import { CHECK, type PodMethods, READ } from "./base/methods.ts";

export type { CheckResult, PodMethod, PodMethods, ReadResult } from "./base/methods.ts";
export { CHECK, READ } from "./base/methods.ts";

export const podMethods: Readonly<Record<string, PodMethods>> = {
  modb_client: { ...CHECK, ...READ },
};
