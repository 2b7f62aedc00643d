/** For the manufacturer: keys, signatures, and what is served. */
export { ROLES, type Role } from "./keys.ts";
export { Publisher } from "./publisher.ts";
export { servedFile } from "./served.ts";
