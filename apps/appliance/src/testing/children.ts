/** Scripts that tests of the appliance start as processes. */
import { type Bundled, bundle } from "@hubwart/testing";

export type BuiltChildren = Bundled;
export const buildChildren = bundle;

export const PROJECT_CHILDREN = {
  "check-child": "packages/pods/src/check-child.ts",
  "connection-child": "packages/pods/src/connection-child.ts",
  "ets-child": "packages/knx/src/ets/ets-child.ts",
  "keyring-child": "packages/knx/src/secure/keyring-child.ts",
  "script-check-child": "packages/lua/src/check-child.ts",
  "cipher-child": "apps/appliance/src/platform/cipher/cipher-child.ts",
  "ics-child": "apps/appliance/src/areas/schedules/ics/ics-child.ts",
  "inspect-child": "apps/appliance/src/areas/backup/restore/inspect-child.ts",
};
