/** One entry for every mutating call that reached its handler. */
import { CODES } from "@hubwart/contract";
import { type Clock, errorText, type Logger } from "@hubwart/core";
import type { AuditKind, Store } from "@hubwart/core/store";
import type { AuditRecord, AuditTrail } from "../../http/ports.ts";

/** What strangers may call. */
const SIGN_IN = new Set(["login", "setInitPwd", "oidcFinish", "invitationAccept"]);
/** Locked, no such link, there is a password already, too many at once: whoever asks, nothing was tried. */
const NOTHING_TRIED = new Set([403, 404, 409, 503]);
/** Nothing was begun: the input is wrong, it is not there, or not his to do. */
const REFUSED = new Set<number>([400, 401, 403, 404, 409, CODES.forbidden]);

export function auditTrail(store: Store, clock: Clock, log: Logger): AuditTrail {
  return {
    record(entry: AuditRecord): void {
      // Strangers may ask as often as they like; none of it is worth a write to the disk.
      if (SIGN_IN.has(entry.call) && NOTHING_TRIED.has(entry.code)) return;
      try {
        store.audit.insert({ ...entry, ts: clock.now(), kind: kindOf(entry) });
      } catch (error) {
        log.error(`audit entry for ${entry.call} could not be written: ${errorText(error)}`);
      }
    },
  };
}

function kindOf({ call, code }: AuditRecord): AuditKind {
  if (code === 0) return "change";
  if (SIGN_IN.has(call)) return "attempt";
  return REFUSED.has(code) ? "refused" : "change";
}
