/** System ping and status page in one call. */
import type { Handlers } from "../../http/handlers.ts";
import { statusWithin } from "./kept.ts";
import type { StatusService } from "./service.ts";

/** What the page for signing in asks for and offers. */
export interface SignInFacts {
  /** Several people sign in: a name is needed. */
  names: () => boolean;
  directory: () => { label: string; url: string } | undefined;
}

export function statusHandlers(service: StatusService, { directory, names }: SignInFacts): Handlers {
  return {
    info: async ({ session }) => {
      const named = names() ? { names: true as const } : {};
      if (session === undefined) {
        const offered = directory();
        return { ...(await service.open()), ...named, ...(offered ? { directory: offered } : {}) };
      }
      const { bounds, level, who } = session;
      const me = { kind: who.kind, name: who.name, level, bounded: bounds?.channels !== undefined };
      return { ...statusWithin(bounds, await service.whole()), ...named, me };
    },
  };
}
