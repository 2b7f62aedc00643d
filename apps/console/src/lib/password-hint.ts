/** State of the two fields of a new password, as the hints below them tell it. */
import { LIMITS } from "@hubwart/contract";

export type PasswordState = "empty" | "tooShort" | "tooLong" | "notEqual" | "valid";

export function newPasswordState(pwd: string): PasswordState {
  if (pwd === "") return "empty";
  if (pwd.length < LIMITS.passwordMin) return "tooShort";
  if (pwd.length > LIMITS.passwordMax) return "tooLong";
  return "valid";
}

export function repeatState(pwd: string, repeat: string): PasswordState {
  if (repeat === "") return "empty";
  return pwd === repeat ? newPasswordState(repeat) : "notEqual";
}
