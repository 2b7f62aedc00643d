/** What the device service's own process is made of; the appliance needs none of it. */
export { DeviceService } from "./device-service.ts";
export { systemPaths } from "./paths.ts";
export { commandRunner } from "./run-command.ts";
export { type Answer, parseRequest, READS, REQUEST_LIMIT, type Request } from "./verbs.ts";
