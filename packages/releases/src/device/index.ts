/** Both ends of what a device's release service is asked. */
export { type HandOver, type ReleaseDoor, releaseDoor } from "./client.ts";
export { ConnectionError, Incoming } from "./incoming.ts";
export {
  type DeviceMessage,
  type DeviceRefusal,
  type DeviceRequest,
  deviceRequest,
  LINE_LIMIT,
  METADATA_NAME,
} from "./protocol.ts";
