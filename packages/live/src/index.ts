export * from "./address-brake.ts";
export * from "./outbox.ts";
export * from "./peer.ts";
export * from "./user-book.ts";
