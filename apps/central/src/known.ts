import { DeniedError } from "@hubwart/core";
import type { Person } from "./register/people.ts";
import { texts } from "./texts.ts";

/** Calls for people have one. */
export function known(person: Person | undefined): Person {
  if (!person) throw new DeniedError(texts.pleaseSignIn);
  return person;
}
