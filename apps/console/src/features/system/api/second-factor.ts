/** The code besides the password. Switching it on or off ends all sessions and gives this one a new token. */
import {
  secondFactor,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorOff,
  secondFactorRecovery,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import type { Confirmed, FactorActions } from "../../../components/second-factor/factor.ts";
import { tokenStore } from "../../../session/token-store.ts";

const KEY = ["system", "second-factor"];

export const useSecondFactor = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(secondFactor, { signal }) });

export function useSecondFactorActions(): FactorActions {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: KEY });
  return {
    begin: (pwd: string) => callApi(secondFactorBegin, { body: { pwd } }),
    confirm: async (otp: string): Promise<readonly string[]> => {
      let recovery: readonly string[] = [];
      await tokenStore.replace(async () => {
        const answer = await callApi(secondFactorConfirm, { body: { otp } });
        ({ recovery } = answer);
        return answer.token;
      });
      reload();
      return recovery;
    },
    switchOff: async (body: Confirmed) => {
      await tokenStore.replace(async () => (await callApi(secondFactorOff, { body })).token);
      reload();
    },
    renew: async (body: Confirmed): Promise<readonly string[]> => {
      const { recovery } = await callApi(secondFactorRecovery, { body });
      reload();
      return recovery;
    },
  };
}
