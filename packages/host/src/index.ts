export { chooseHost } from "./choose-host.ts";
export { type EmbeddedOptions, embeddedHost } from "./embedded/embedded-host.ts";
export { LinuxFacts } from "./facts/linux-facts.ts";
export { prefix } from "./facts/proc-net.ts";
export { fakeHost } from "./fake/fake-host.ts";
export * from "./host.ts";
export { type SystemdHostOptions, systemdHost } from "./systemd/client.ts";
