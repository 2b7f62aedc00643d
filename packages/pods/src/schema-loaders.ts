/** The pod types, and the schema of each when it is asked for: for an editor, whose drafts have pods of few types. */
import type { PodType } from "@hubwart/contract/pod-types";
import type { PodSchema } from "@hubwart/project";
import { LABELS } from "./shared/labels.ts";

/** In the order of the template. */
const LOADERS: Readonly<Record<PodType, () => Promise<PodSchema>>> = {
  knx: async () => (await import("./knx/schema.ts")).knxSchema,
  mqtt: async () => (await import("./mqtt/schema.ts")).mqttSchema,
  http_in: async () => (await import("./http-in/schema.ts")).httpInSchema,
  http_out: async () => (await import("./http-out/schema.ts")).httpOutSchema,
  modb_client: async () => (await import("./modb-client/schema.ts")).modbClientSchema,
  modb_server: async () => (await import("./modb-server/schema.ts")).modbServerSchema,
  s7_client: async () => (await import("./s7-client/schema.ts")).s7ClientSchema,
  mbus: async () => (await import("./mbus/schema.ts")).mbusSchema,
  asset: async () => (await import("./asset/schema.ts")).assetSchema,
  email: async () => (await import("./email/schema.ts")).emailSchema,
  chat: async () => (await import("./chat/schema.ts")).chatSchema,
  ping: async () => (await import("./ping/schema.ts")).pingSchema,
};

/** Of the table `pods`, behind those of every pod: as the template has them, whichever types are loaded. */
const COLUMNS = `
port host user timeout mode verify ca password interval tls bind token device baud parity cert key client_id auth url
data_bits stop_bits unit_id pause max_gap to max_per_hour max_age local individual_address secure nat time transport
ws_path protocol keepalive clean status_topic birth will status_qos status_retain secret token_url client_secret
client_auth scope headers redirects max_size connections max_block max_clients idle rack slot connection local_tsap
remote_tsap pdu security from service webhook allowed method count
`;

/** What is known of the types without their schemas. */
export const knownTypes = {
  types: Object.keys(LOADERS) as readonly PodType[],
  telling: ["email", "chat"] satisfies readonly PodType[],
  columns: COLUMNS.trim().split(/\s+/),
  labels: LABELS as Readonly<Record<string, string>>,
};

/** @param type one of `knownTypes`. Rejects where it cannot be loaded. */
export const loadPodSchema = (type: string): Promise<PodSchema> => LOADERS[type as PodType]();
