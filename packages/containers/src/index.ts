export * from "./addons/add-ons.ts";
export * from "./addons/local.ts";
export * from "./addons/spec.ts";
export * from "./catalogue/add-on.ts";
export { PROOF_HEADER } from "./catalogue/caddyproxy/haproxy.ts";
export {
  HEADER_NAME,
  HEADER_VALUE,
  type ProxyParameters,
  type ProxyRule,
} from "./catalogue/caddyproxy/parameters.ts";
export * from "./catalogue/ids.ts";
export * from "./catalogue/index.ts";
export * from "./catalogue/mosquitto/filter.ts";
export * from "./catalogue/names.ts";
export * from "./docker/choose.ts";
export * from "./engine.ts";
