/** What signing in is made of, at a hub and at a central: the hash of a password, the code besides it, and the brakes on guessing. */
export * from "./brakes.ts";
export * from "./hasher.ts";
export * from "./second-factor.ts";
export { texts as factorTexts } from "./texts.ts";
export * from "./throttle.ts";
export { codeOf, normalized, otpauthUri, stepAt } from "./totp.ts";
