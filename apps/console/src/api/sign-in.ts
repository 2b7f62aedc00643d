/** What a person does with the session: first password, sign in, stay, sign out. */
import { login, logout, refresh, setInitPwd } from "@hubwart/contract";
import { leavePage } from "../lib/leave-page.ts";
import { tokenStore } from "../session/token-store.ts";
import { callApi } from "./client.ts";

export async function signIn(pwd: string): Promise<void> {
  const { token } = await callApi(login, { body: { pwd } });
  tokenStore.store(token);
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
