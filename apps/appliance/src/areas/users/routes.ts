/** `/wsauth/…`. What is stored of passwords and tokens is never answered and never in the change log. */
import type { Handlers } from "../../http/handlers.ts";
import type { StoredUser, Users } from "./users.ts";

export function userHandlers(users: Users): Handlers {
  return {
    wsUsers: async () => {
      const { assets, websocket } = users.all();
      return { assets: assets.map(shown), websocket: websocket.map(shown) };
    },
    wsUserSet: async (request) => {
      const { user, role, pwd, kind = "websocket" } = request.body;
      const before = await users.set(kind, user, { role, pwd });
      request.audit({
        ...(before ? { before: { kind, ...named(before) } } : {}),
        after: { kind, user, role, ...(pwd ? { pwd } : {}) },
      });
      return {};
    },
    wsUserDelete: async (request) => {
      const { usr, kind = "websocket" } = request.query;
      const before = await users.delete(kind, usr);
      request.audit({ ...(before ? { before: { kind, ...named(before) } } : {}), after: {} });
      return {};
    },
    wsUserToken: async (request) => {
      const { user, kind = "websocket" } = request.body;
      const token = await users.makeToken(kind, user);
      request.audit({ after: { kind, user } });
      return { token };
    },
    wsUserTokenDelete: async ({ body: { user, kind = "websocket" } }) => {
      await users.deleteToken(kind, user);
      return {};
    },
  };
}

const shown = ({ username, role, pwd, token }: StoredUser) => ({
  username,
  role,
  pwd: pwd !== "",
  token: token !== "",
});
const named = ({ username, role }: StoredUser) => ({ user: username, role });
