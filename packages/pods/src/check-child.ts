/** The process that checks one uploaded project: the compiler with the pod types it knows. Started by `checkInChild`. */
import { runCheckChild } from "@hubwart/project/check-child";
import { podSchemas } from "./schemas.ts";
import { secretsAstray } from "./secrets-astray.ts";

runCheckChild(podSchemas, secretsAstray);
