/** What is said after signing in, where others may have tried, or a recovery code was used. */
import { LIMITS } from "@hubwart/contract";
import type { signIn } from "../../api/sign-in.ts";
import { formatDateTime } from "../../lib/format.ts";
import { notice } from "../../lib/notice.tsx";
import { secondFactorTexts, systemTexts } from "../../texts/index.ts";

const texts = systemTexts.lastSignIn;

export function noteSignIn({ last, recovery_left: left }: Awaited<ReturnType<typeof signIn>>): void {
  if (left !== undefined)
    notice.warning(secondFactorTexts.codesLeft(left), { duration: LIMITS.noticeMax, id: "recovery" });
  if (last === undefined || last.failed === 0) return;
  notice.warning(texts.failed(last.failed), {
    detail: texts.last(formatDateTime(last.at), last.address),
    duration: LIMITS.noticeMax,
    id: "sign-in",
  });
}
