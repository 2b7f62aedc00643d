/** As much of this package as needs nothing of Node: what a bundle for a browser gets in the place of `index.ts`. */
export * from "./count-text.ts";
export * from "./decimals.ts";
export { domainToAscii } from "./domain-to-ascii.ts";
export { ipVersion } from "./ip-address.ts";
export * from "./json-bounds.ts";
export * from "./name-pattern.ts";
export { nearest } from "./nearest.ts";
export * from "./well-formed.ts";
