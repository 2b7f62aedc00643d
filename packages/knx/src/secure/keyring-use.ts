/** Whether a keyring holds what an interface needs of it. */

import { texts } from "../texts.ts";
import type { Keyring } from "./keyring.ts";

/** Of the interface's row in the project. */
export interface KeyringUse {
  secure: boolean;
  mode: string;
}

/** What is missing, German; undefined if nothing is. `use`: absent where the project does not say. */
export function keyringLacks(
  { backbone, groupKeys, tunnels }: Pick<Keyring, "backbone" | "groupKeys" | "tunnels">,
  use: KeyringUse | undefined,
): string | undefined {
  const tunnel = tunnels.some(({ password, userId }) => password !== undefined && userId !== undefined);
  if (use?.secure !== true) {
    // Without IP Secure a keyring serves Data Secure alone; its interface may become secure later.
    const any = tunnel || backbone !== undefined || groupKeys.size > 0;
    return any ? undefined : texts.keyringEmpty;
  }
  if (use.mode === "routing") {
    return backbone ? undefined : texts.noBackboneKey;
  }
  return tunnel ? undefined : texts.noSecureTunnel;
}
