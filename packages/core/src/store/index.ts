export type { AuditEntry, AuditKind, AuditSearch, StoredAuditEntry } from "./audit.ts";
export { type Credential, LOST } from "./credential.ts";
export type { JobTable, StoredJob } from "./jobs.ts";
export { openStore, Store, type StoreDamage, type StoreOptions } from "./open-store.ts";
export { hashPassword, verifyPassword } from "./password-hash.ts";
export { resetPassword } from "./reset-password.ts";
export type { TokenRow } from "./sessions.ts";
export { defineSetting, type Needs, type Setting } from "./settings.ts";
export type { ThrottleRow } from "./throttle.ts";
