/** Links for wall panels, for administrators. */
import { DeniedError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { PageLinks } from "./links.ts";

export function pageLinkRoutes(links: PageLinks): Handlers {
  return {
    pageLinks: async () => ({ links: links.list() }),
    pageLinkCreate: async ({ body, session }) => {
      if (!session) throw new DeniedError(common.pleaseSignIn);
      return links.create(session, body);
    },
    pageLinkRevoke: async (request) => {
      const { may_set, name, page } = links.revoke(request.body.id);
      request.audit({ before: { name, page, may_set }, after: undefined });
      return {};
    },
  };
}
