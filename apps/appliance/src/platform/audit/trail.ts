/** One entry for every mutating call that reached its handler. */
import { type Clock, errorText, type Logger } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import type { AuditRecord, AuditTrail } from "../../http/ports.ts";

const SIGN_IN = new Set(["login", "setInitPwd", "oidcFinish"]);
/** Locked, there is a password already, too many at once: whoever asks, nothing was tried. */
const NOTHING_TRIED = new Set([403, 409, 503]);

export function auditTrail(store: Store, clock: Clock, log: Logger): AuditTrail {
  return {
    record(entry: AuditRecord): void {
      // Strangers may ask as often as they like; none of it is worth a write to the disk.
      if (SIGN_IN.has(entry.call) && NOTHING_TRIED.has(entry.code)) return;
      const kind = SIGN_IN.has(entry.call) && entry.code !== 0 ? "attempt" : "change";
      try {
        store.audit.insert({ ...entry, ts: clock.now(), kind });
      } catch (error) {
        log.error(`audit entry for ${entry.call} could not be written: ${errorText(error)}`);
      }
    },
  };
}
