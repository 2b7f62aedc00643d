/** Whether what was typed can be sent as a new licence key. */
import { licenseTexts } from "../../../texts/index.ts";

const texts = licenseTexts.change;
const LONGEST = 200;

export type KeyState = "empty" | "invalid" | "same" | "valid";

/** `current` is the masked key in use, the only form in which the appliance tells it. */
export function keyState(typed: string, current: string): KeyState {
  const key = typed.trim();
  if (key === "") return "empty";
  if (key === current) return "same";
  if (key.length > LONGEST || !/^[\p{L}\p{N}\s-]+$/u.test(key)) return "invalid";
  return "valid";
}

export const KEY_TEXTS: Readonly<Record<Exclude<KeyState, "valid">, string>> = {
  empty: texts.empty,
  invalid: texts.invalid,
  same: texts.same,
};
