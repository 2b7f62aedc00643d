/** First password, signing in and out, change of password. */
import { DeniedError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { SessionService } from "./service.ts";

export function sessionRoutes(sessions: SessionService): Handlers {
  return {
    setInitPwd: async ({ body, address }) => ({ token: await sessions.setFirst(body.pwd, address) }),
    login: async ({ body, address }) => ({ token: await sessions.login(body.pwd, address) }),
    refresh: async ({ token }) => {
      if (token === undefined) throw new DeniedError(common.pleaseSignIn);
      return { token: sessions.refresh(token) };
    },
    logout: async ({ session }) => {
      if (session) sessions.logout(session.id);
      return {};
    },
    changePw: async ({ address, body }) => ({ token: await sessions.change(address, body.old, body.new) }),
  };
}
