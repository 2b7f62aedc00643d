/** The schema of every pod type, without any implementation: for the compiler, the template and the documents. */
import type { PodSchema } from "@hubwart/project";
import { chatSchema } from "./chat/schema.ts";
import { emailSchema } from "./email/schema.ts";
import { httpInSchema } from "./http-in/schema.ts";
import { httpOutSchema } from "./http-out/schema.ts";
import { knxSchema } from "./knx/schema.ts";
import { modbClientSchema } from "./modb-client/schema.ts";
import { modbServerSchema } from "./modb-server/schema.ts";
import { mqttSchema } from "./mqtt/schema.ts";
import { pingSchema } from "./ping/schema.ts";
import { s7ClientSchema } from "./s7-client/schema.ts";

export const podSchemas: readonly PodSchema[] = [
  knxSchema,
  mqttSchema,
  httpInSchema,
  httpOutSchema,
  modbClientSchema,
  modbServerSchema,
  s7ClientSchema,
  emailSchema,
  chatSchema,
  pingSchema,
];
