/** What signing in is made of, at a hub and at a central: the hash of a password, and the brakes on guessing. */
export * from "./brakes.ts";
export * from "./hasher.ts";
export * from "./throttle.ts";
