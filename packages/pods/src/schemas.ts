/** The schema of every pod type, without any implementation: for the compiler, the template and the documents. */
import type { PodType } from "@hubwart/contract/pod-types";
import type { PodSchema } from "@hubwart/project";
import { assetSchema } from "./asset/schema.ts";
import { chatSchema } from "./chat/schema.ts";
import { emailSchema } from "./email/schema.ts";
import { httpInSchema } from "./http-in/schema.ts";
import { httpOutSchema } from "./http-out/schema.ts";
import { knxSchema } from "./knx/schema.ts";
import { mbusSchema } from "./mbus/schema.ts";
import { modbClientSchema } from "./modb-client/schema.ts";
import { modbServerSchema } from "./modb-server/schema.ts";
import { mqttSchema } from "./mqtt/schema.ts";
import { pingSchema } from "./ping/schema.ts";
import { s7ClientSchema } from "./s7-client/schema.ts";

/** In the order of the template. */
const SCHEMAS: Readonly<Record<PodType, PodSchema>> = {
  knx: knxSchema,
  mqtt: mqttSchema,
  http_in: httpInSchema,
  http_out: httpOutSchema,
  modb_client: modbClientSchema,
  modb_server: modbServerSchema,
  s7_client: s7ClientSchema,
  mbus: mbusSchema,
  asset: assetSchema,
  email: emailSchema,
  chat: chatSchema,
  ping: pingSchema,
};

export const podSchemas: readonly PodSchema[] = Object.values(SCHEMAS);
