/** Switching the second factor on and off. Neither codes nor the secret get into the change log. */
import { DeniedError } from "@hubwart/core";
import { otpauthUri } from "@hubwart/core/sign-in";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { SessionService } from "./service.ts";

/** @param named what the person's app calls the device */
export function factorRoutes(
  sessions: SessionService,
  named: () => Promise<{ product: string; host: string }>,
): Handlers {
  return {
    secondFactor: async ({ session }) => sessions.accounts.of(session?.who).factor.state(),
    secondFactorBegin: async ({ address, body, session }) => {
      const secret = await sessions.own.beginFactor(idOf(session), address, body.pwd, session?.who);
      const { host, product } = await named();
      return { secret, uri: otpauthUri(secret, product, host) };
    },
    secondFactorConfirm: async ({ address, agent, body, session }) =>
      sessions.own.confirmFactor(idOf(session), address, { agent, otp: body.otp, who: session?.who }),
    secondFactorOff: async ({ address, agent, body, session }) => ({
      token: await sessions.own.factorOff(address, { agent, who: session?.who, ...body }),
    }),
    secondFactorRecovery: async ({ address, agent, body, session }) => ({
      recovery: await sessions.own.renewRecovery(address, { agent, who: session?.who, ...body }),
    }),
  };
}

/** @throws DeniedError without a session */
export function idOf(session: { id: string } | undefined): string {
  if (!session) throw new DeniedError(common.pleaseSignIn);
  return session.id;
}
