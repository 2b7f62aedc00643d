/** What a person does with the session: first password, sign in, stay, sign out. */
import { type AnswerOf, type BodyInput, login, logout, refresh, setInitPwd } from "@hubwart/contract";
import { leavePage } from "../lib/leave-page.ts";
import { tokenStore } from "../session/token-store.ts";
import { callApi } from "./client.ts";

/** `otp`: code of the second factor, where one is asked for. @returns what there is to say of it */
export async function signIn(body: BodyInput<typeof login>): Promise<Omit<AnswerOf<typeof login>, "token">> {
  const { token, ...said } = await callApi(login, { body });
  tokenStore.store(token);
  return said;
}

export async function setFirstPassword(pwd: string): Promise<void> {
  const { token } = await callApi(setInitPwd, { body: { pwd } });
  tokenStore.store(token);
}

export async function renewToken(): Promise<void> {
  const { token } = await callApi(refresh);
  tokenStore.store(token);
}

/** Leaves nothing behind: the page is loaded anew, so no data of the session stays in memory. */
export async function signOut(): Promise<void> {
  try {
    await callApi(logout);
  } catch {
    // Unreachable or already over: the token goes all the same, and the appliance ends the session by itself.
  }
  tokenStore.clear("logout");
  leavePage("/");
}
