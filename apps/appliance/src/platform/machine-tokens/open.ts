/** Tokens of programs and links of wall panels over the people they belong to. */
import { type Clock, callerOf, type Logger } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { PageLinks } from "../page-links/links.ts";
import type { SessionService } from "../session/service.ts";
import type { Owner } from "./settings.ts";
import { texts } from "./texts.ts";
import { MachineTokens } from "./tokens.ts";

export interface Lasting {
  machineTokens: MachineTokens;
  pageLinks: PageLinks;
}

export function openTokens(store: Store, sessions: SessionService, clock: Clock, log: Logger): Lasting {
  const ownerNow = (owner: Owner) =>
    sessions.accounts.callerNow(owner.kind === "person" ? owner.id : undefined);
  const machineTokens = new MachineTokens({
    store,
    clock,
    ownerNow,
    elsewhere: (name, address) => {
      // Told until its address is braked: a program may ask each second.
      if (sessions.throttle.refusedFor(`token:${callerOf(address)}`) === undefined)
        log.warn(texts.elsewhere(name, address));
    },
  });
  const pageLinks = new PageLinks({ store, clock, ownerNow });
  // Whoever is locked, removed or kept to less: what his tokens opened ends now, and they ask again.
  sessions.people.onChange((person) => {
    machineTokens.ownerChanged(person);
    pageLinks.ownerChanged(person);
  });
  return { machineTokens, pageLinks };
}
