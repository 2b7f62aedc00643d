/** Tokens of programs, for administrators. */
import { DeniedError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { MachineTokens } from "./tokens.ts";

export function machineTokenRoutes(tokens: MachineTokens): Handlers {
  return {
    machineTokens: async () => ({ tokens: tokens.list() }),
    machineTokenCreate: async ({ body, session }) => {
      if (!session) throw new DeniedError(common.pleaseSignIn);
      return tokens.create(session, body);
    },
    machineTokenRevoke: async (request) => {
      const { level, name } = tokens.revoke(request.body.id);
      request.audit({ before: { name, level }, after: undefined });
      return {};
    },
  };
}

/** Whoever sets a first password begins without the tokens of those who had the device before. */
export function beginningAnew(handlers: Handlers, tokens: readonly { revokeAll(): void }[]): Handlers {
  const { setInitPwd } = handlers;
  if (!setInitPwd) return handlers;
  return {
    ...handlers,
    setInitPwd: async (request) => {
      const answer = await setInitPwd(request);
      for (const each of tokens) each.revokeAll();
      return answer;
    },
  };
}
