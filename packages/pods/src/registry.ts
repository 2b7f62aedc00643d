/** Pod type → its implementation, loaded only by the process that runs it. */
import type { PodType } from "@hubwart/contract/pod-types";
import type { PodKind } from "@hubwart/runtime/pod";

const LOADERS: Readonly<Record<PodType, () => Promise<{ kind: PodKind }>>> = {
  knx: () => import("./knx/index.ts"),
  mqtt: () => import("./mqtt/index.ts"),
  http_in: () => import("./http-in/index.ts"),
  http_out: () => import("./http-out/index.ts"),
  modb_client: () => import("./modb-client/index.ts"),
  modb_server: () => import("./modb-server/index.ts"),
  s7_client: () => import("./s7-client/index.ts"),
  mbus: () => import("./mbus/index.ts"),
  asset: () => import("./asset/index.ts"),
  chat: () => import("./chat/index.ts"),
  email: () => import("./email/index.ts"),
  ping: () => import("./ping/index.ts"),
};

export const podTypes: readonly string[] = Object.keys(LOADERS);

/** undefined if this build has no such type. */
export async function loadPodKind(type: string): Promise<PodKind | undefined> {
  return isPodType(type) ? (await LOADERS[type]()).kind : undefined;
}

function isPodType(type: string): type is PodType {
  return Object.hasOwn(LOADERS, type);
}
