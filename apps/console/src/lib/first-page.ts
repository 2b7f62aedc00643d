/**
 * What the page did before its scripts were there (build/first-page.ts): a frame to look at, and the first question to
 * the appliance.
 */
import { useLayoutEffect } from "react";
import { localStore } from "./local-store.ts";

interface EarlyInfo {
  token: string | undefined;
  /** Undefined if the appliance could not be reached. */
  answer: Promise<Response | undefined>;
}

declare global {
  var hubwartInfo: EarlyInfo | undefined;
}

/** Read by the script of the first paint. */
const DEVICE = "hubwart.device";

/** Answer of `/info` to this token, if the page has asked already. Once only: later questions want newer answers. */
export async function earlyInfo(token: string | undefined): Promise<Response | undefined> {
  const early = globalThis.hubwartInfo;
  globalThis.hubwartInfo = undefined;
  return early && early.token === token ? early.answer : undefined;
}

/** Takes the frame away in the same paint that brings the real page. */
export function useEndOfFirstPage(): void {
  useLayoutEffect(() => {
    document.getElementById("first")?.remove();
    delete document.documentElement.dataset["first"];
  }, []);
}

let front = false;
/** The pages before sign-in were shown; what had the focus there is gone with them. */
export const noteFrontPage = (): void => {
  front = true;
};
/** True once after they were. */
export function leftFrontPage(): boolean {
  const left = front;
  front = false;
  return left;
}

/** For the next first paint. */
export function rememberDevice(name: string): void {
  const text = JSON.stringify({ name });
  if (localStore.get(DEVICE) !== text) localStore.set(DEVICE, text);
}
