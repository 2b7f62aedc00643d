/** First password, signing in and out, change of password, who is signed in. */
import { includes, type Who } from "@hubwart/contract";
import { DeniedError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { Session } from "../../http/ports.ts";
import { common } from "../../texts.ts";
import type { ListedSession, SessionService } from "./service.ts";

export function sessionRoutes(sessions: SessionService): Handlers {
  return {
    setInitPwd: async ({ body, address, agent }) => ({
      token: await sessions.setFirst(body.pwd, address, agent),
    }),
    login: async (request) => {
      const { address, agent, body } = request;
      const { name, otp, passkey, pwd } = body;
      const given = { agent, otp, name, passkey, site: request.site };
      // A name that there is not may be a password.
      request.audit({
        who: sessions.accounts.doer(name),
        after: { pwd, ...(otp === undefined ? {} : { otp }) },
      });
      const { last, passkey: used, recoveryLeft, token } = await sessions.login(pwd, address, given);
      const recovery = recoveryLeft === undefined ? {} : { recovery_left: recoveryLeft };
      if (recoveryLeft !== undefined) request.audit({ after: recovery });
      if (used !== undefined) request.audit({ after: { passkey: used } });
      return { token, ...(last && { last }), ...recovery };
    },
    refresh: async ({ token }) => {
      if (token === undefined) throw new DeniedError(common.pleaseSignIn);
      return { token: sessions.refresh(token) };
    },
    logout: async ({ session }) => {
      if (session) sessions.logout(session.id);
      return {};
    },
    changePw: async ({ address, agent, body, session }) => ({
      token: await sessions.own.change(address, body.old, body.new, agent, own(session).who),
    }),
    sessionList: async ({ session }) => ({
      sessions: sessions.list(onlyOf(session)).map(({ who, ...one }) => ({
        ...one,
        name: who.name,
        own: one.id === session?.id,
      })),
    }),
    sessionEnd: async (request) => {
      request.audit({ after: told(sessions.end(request.body.id, onlyOf(request.session))) });
      return {};
    },
    sessionEndOthers: async (request) => {
      const ended = sessions.endOthers(own(request.session).id, onlyOf(request.session));
      request.audit({ after: { sessions: ended.map(told) } });
      return { ended: ended.length };
    },
  };
}

function own(session: Session | undefined): Session {
  if (!session) throw new DeniedError(common.pleaseSignIn);
  return session;
}

/** Whose sessions a caller may see and end; undefined for all. */
function onlyOf(session: Session | undefined): Who | undefined {
  const { level, who } = own(session);
  return includes(level, "admin") ? undefined : who;
}

/** For the change log, where the name of a session says nothing. */
const told = ({ address, browser, system, who }: ListedSession) => ({
  name: who.name,
  address,
  browser,
  system,
});
