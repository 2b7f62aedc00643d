export * from "./alarm-messages.ts";
export * from "./alarm-people.ts";
export * from "./asks.ts";
export * from "./budget.ts";
export * from "./carriers/fork.ts";
export * from "./carriers/memory.ts";
export * from "./carriers/socket.ts";
export * from "./correction-messages.ts";
export * from "./energy-messages.ts";
export * from "./hub-api.ts";
export * from "./hub-socket/hub-client.ts";
export * from "./hub-socket/hub-socket-server.ts";
export {
  errorFromWire,
  errorToWire,
  isWireError,
  strictWireError,
  type WireError,
} from "./hub-socket/wire-error.ts";
export * from "./launcher-messages.ts";
export * from "./lines.ts";
export * from "./no-value.ts";
export * from "./pod-handover.ts";
export * from "./pod-messages.ts";
export * from "./pod-settings.ts";
export * from "./private-socket.ts";
export * from "./script-messages.ts";
export * from "./value-sender.ts";
export * from "./why-messages.ts";
