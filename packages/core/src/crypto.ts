/** Node's cryptography, loaded when it is first needed: half a megabyte that a process without TLS, files and links never uses. */
export const nodeCrypto = (): typeof import("node:crypto") => process.getBuiltinModule("node:crypto");
