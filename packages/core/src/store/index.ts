export { type Adopted, adoptDatabase, ForeignDatabaseError, NewerSchemaError, readAdopted } from "./adopt.ts";
export type { AuditEntry, AuditKind, AuditSearch, Doer, StoredAuditEntry } from "./audit.ts";
export { checkCopy, cleanCopy } from "./backup-copy.ts";
export type { StoreCopy } from "./copies.ts";
export { type Credential, LOST, newCredential, writeCredentialFile } from "./credential.ts";
export { isDamage } from "./damage.ts";
export type { JobTable, StoredJob } from "./jobs.ts";
export { openStore, Store, type StoreDamage, type StoreLoss, type StoreOptions } from "./open-store.ts";
export type { StoredPasskey } from "./passkeys.ts";
export { hashPassword, verifyPassword } from "./password-hash.ts";
export { resetPassword } from "./reset-password.ts";
export { type Merge, prepareRestored } from "./restore-copy.ts";
export type { FactorStore, SecondFactor } from "./second-factor.ts";
export type { SessionOrigin, TokenRow } from "./sessions.ts";
export {
  definedSettings,
  defineSetting,
  readStored,
  type Setting,
  type Told,
  type UnreadSetting,
  UnreadSettingError,
} from "./settings.ts";
export type { ThrottleRow } from "./throttle.ts";
