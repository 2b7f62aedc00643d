/** `hubwart password reset`: a new password from the device's own shell. */
import type { Store } from "./open-store.ts";
import { hashPassword } from "./password-hash.ts";

/** Sets the password, switches the second factor off, ends every session and lifts every lock. Works beside a running appliance. */
export async function resetPassword(store: Store, password: string, now: number): Promise<void> {
  const hash = await hashPassword(password);
  store.transaction(() => {
    store.credential.replace(hash, now);
    store.secondFactor.delete();
    store.sessions.deleteAll();
    store.throttle.deleteAll();
    store.audit.insert({
      ts: now,
      address: "",
      call: "password reset",
      code: 0,
      kind: "change",
      before: undefined,
      after: undefined,
    });
  });
  await store.copyCredential();
}
