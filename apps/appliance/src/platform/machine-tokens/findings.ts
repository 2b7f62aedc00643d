/** What the health banner says about tokens of programs. */
import { LIMITS, type MachineToken } from "@hubwart/contract";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

const DAY = 86_400_000;
const ROUTE = "/system/tokens";

/** `now` in ms since the epoch. */
export function tokenFindings(tokens: readonly MachineToken[], now: number): Finding[] {
  return tokens.flatMap(({ created, expires, id, name, state, used }) => {
    const say = (
      code: "token-expired" | "token-expires" | "token-silent",
      level: 1 | 2,
      text: string,
    ): Finding[] => [{ code: `${code}:${id}`, level, text, route: ROUTE }];
    if (state === "expired") return say("token-expired", 1, texts.ended(name));
    const left = Math.ceil((expires - now) / DAY);
    if (expires !== 0 && left <= LIMITS.machineTokenWarnDays)
      return say("token-expires", 2, texts.ends(name, left));
    const silent = Math.floor((now - Math.max(created, used)) / DAY);
    return silent >= LIMITS.machineTokenSilentDays ? say("token-silent", 2, texts.silent(name, silent)) : [];
  });
}
