import { changePw } from "@hubwart/contract";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { tokenStore } from "../../../session/token-store.ts";

export interface PasswordChange {
  old: string;
  new: string;
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) =>
      tokenStore.replace(async () => (await callApi(changePw, { body })).token),
  });
}
