/** External pods over an existing broker (MQTT 5): the pod's end, and what the hub makes its end of. */
export * from "./address.ts";
export * from "./broker-client.ts";
export * from "./frames.ts";
export * from "./pod-carrier.ts";
export * from "./session-link.ts";
