/** A server of the manufacturer in words: 200 authenticated, 401 reached, anything else no access. */
import { CODES, LIMITS } from "@hubwart/contract";
import { statusTexts } from "../../../texts/index.ts";
import type { StateText } from "./project-state.ts";

const texts = statusTexts.server;

/** `checked`: Unix seconds of the check, 0 before the first. */
export function serverState(status: number, checked: number): StateText {
  if (checked === 0) return { tone: "off", text: texts.unknown };
  if (status === LIMITS.connectivityOk) return { tone: "ok", text: texts.ok };
  if (status === CODES.unauthorized) return { tone: "warn", text: texts.reached };
  return { tone: "warn", text: texts.none };
}
