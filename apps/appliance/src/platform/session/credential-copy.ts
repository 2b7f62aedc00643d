/** The copy of the password beside the database (`Store.copyCredential`), after each change of either. */
import type { Logger } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { texts } from "../texts.ts";

/** What changed is stored by then. Without room its copy is made at the next start. */
export async function copyCredential(store: Store, log: Logger): Promise<void> {
  if (await store.copyCredential()) return;
  log.warn(texts.passwordCopyDelayed);
}
