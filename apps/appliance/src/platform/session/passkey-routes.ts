/** A caller's passkeys. Their keys and what is signed are no secrets, and get into the change log by name alone. */
import type { Handlers } from "../../http/handlers.ts";
import { idOf } from "./factor-routes.ts";
import type { SessionService } from "./service.ts";

/** @param named what the person's browser calls the device */
export function passkeyRoutes(sessions: SessionService, named: () => Promise<{ product: string }>): Handlers {
  const { accounts, own, passkeys } = sessions;
  return {
    passkeys: async ({ session }) => ({ passkeys: passkeys.list(accounts.of(session?.who)) }),
    passkeyBegin: async ({ address, body, session, site }) => {
      const { product } = await named();
      const begin = own.confirmed(address, body.pwd, session?.who, (account) =>
        passkeys.begin(account, idOf(session), site, product),
      );
      return { options: await begin };
    },
    passkeyConfirm: async (request) => {
      const { body, session, site } = request;
      request.audit({ after: { name: body.name } });
      await own.inTurn(request.address, session?.who, (account) =>
        passkeys.confirm(account, idOf(session), site, body),
      );
      return {};
    },
    passkeyRename: async (request) => {
      const { id, name } = request.body;
      const before = passkeys.rename(accounts.of(request.session?.who), id, name);
      request.audit({ before: { name: before }, after: { name } });
      return {};
    },
    passkeyRemove: async (request) => {
      const name = passkeys.remove(accounts.of(request.session?.who), request.body.id);
      request.audit({ before: { name }, after: {} });
      return {};
    },
  };
}
