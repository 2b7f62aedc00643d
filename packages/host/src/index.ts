export { type EmbeddedOptions, embeddedHost } from "./embedded/embedded-host.ts";
export { prefix } from "./embedded/proc-net.ts";
export { fakeHost } from "./fake/fake-host.ts";
export * from "./host.ts";
