/** Files that the appliance hands to an asset pod with its start; what changes afterwards it tells by messages (`methods.ts`). */
export const USERS_FILE = "users.json";
export const TLS_KEY_FILE = "tls-key.pem";
export const TLS_CERTIFICATE_FILE = "tls-certificate.pem";
