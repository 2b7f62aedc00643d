/** The passkeys of who is signed in. */
import {
  type Passkey,
  passkeyBegin,
  passkeyConfirm,
  passkeyRemove,
  passkeyRename,
  passkeys,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { SaidError } from "../../../lib/errors.ts";
import { systemTexts } from "../../../texts/index.ts";

const KEY = ["system", "passkeys"];

export const usePasskeys = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(passkeys, { signal }) });

export interface NewPasskey {
  name: string;
  pwd: string;
}

export function usePasskeyActions() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: KEY });
  return {
    add: async ({ name, pwd }: NewPasskey): Promise<void> => {
      const { options } = await callApi(passkeyBegin, { body: { pwd } });
      const { makePasskey } = await import("../../../lib/passkey.ts");
      const created = await makePasskey(options).catch((cause: unknown) => {
        throw new SaidError(systemTexts.passkeys.refused, { cause });
      });
      await callApi(passkeyConfirm, { body: { name, created } });
      reload();
    },
    rename: async ({ id }: Passkey, name: string): Promise<void> => {
      await callApi(passkeyRename, { body: { id, name } });
      reload();
    },
    remove: async ({ id }: Passkey): Promise<void> => {
      await callApi(passkeyRemove, { body: { id } });
      reload();
    },
  };
}
