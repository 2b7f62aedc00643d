import { texts } from "./texts.ts";

/** A page asks that was opened by somebody else than who is signed in by now. */
export class OtherPersonError extends Error {
  /** Of who is signed in. */
  readonly person: string;
  constructor(person: string) {
    super(texts.otherPerson(person));
    this.person = person;
  }
}
