/** Files that the appliance hands to an asset pod with its start; what changes afterwards it tells by messages (`methods.ts`). */
export const USERS_FILE = "users.json";
export { TLS_CERTIFICATE_FILE, TLS_KEY_FILE } from "@hubwart/runtime/tls-files";
