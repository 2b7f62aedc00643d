/** Whether what was typed can be sent as a new licence key. */
import { licenseTexts } from "../../../texts/index.ts";

const texts = licenseTexts.change;
const LONGEST = 200;

export type KeyState = "empty" | "invalid" | "same" | "valid";

/** `current` is the masked key in use, the only form in which the appliance tells it; `same` what it said of this key. */
export function keyState(typed: string, current: string, same = false): KeyState {
  const key = typed.trim();
  if (key === "") return "empty";
  if (same || key === current) return "same";
  if (key.length > LONGEST || !/^[\p{L}\p{N}\s-]+$/u.test(key)) return "invalid";
  return "valid";
}

/** Only a key as long as the one in use can be it; spaces and dashes do not count. */
export function mayBeSame(typed: string, current: string): boolean {
  const length = lengthOf(typed);
  return length > 0 && length === lengthOf(current) && keyState(typed, current) === "valid";
}

const lengthOf = (key: string): number => key.replace(/[\s-]/g, "").length;

export const KEY_TEXTS: Readonly<Record<Exclude<KeyState, "valid">, string>> = {
  empty: texts.empty,
  invalid: texts.invalid,
  same: texts.same,
};
