/** Tokens with which programs call the API of the device. */
import { type BodyInput, machineTokenCreate, machineTokenRevoke, machineTokens } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

const KEY = ["system", "machine-tokens"];

export type NewToken = BodyInput<typeof machineTokenCreate>;

export const useTokens = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(machineTokens, { signal }) });

export function useTokenActions() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: KEY });
  return {
    create: (body: NewToken) => callApi(machineTokenCreate, { body }).finally(reload),
    revoke: (id: string) => callApi(machineTokenRevoke, { body: { id } }).finally(reload),
  };
}
