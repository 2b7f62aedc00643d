import type { PodType } from "@hubwart/contract/pod-types";

/** Pod types as people read them. */
export const LABELS = {
  knx: "KNX",
  mqtt: "MQTT",
  http_in: "HTTP in",
  http_out: "HTTP out",
  modb_client: "ModBus-Client",
  modb_server: "ModBus-Server",
  s7_client: "S7-Client",
  mbus: "M-Bus",
  asset: "Assets (WebSocket)",
  email: "E-Mail",
  chat: "Chat",
  ping: "Ping",
} as const satisfies Readonly<Record<PodType, string>>;
