/**
 * What a container prints, as text to be read: without the commands that terminals obey, without control characters, and without the
 * marks that make a line read in another order than it stands there. Nothing of it can hide or forge what is beside it.
 */
import { stripVTControlCharacters } from "node:util";

const MARKS = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\t/g, "  ")
    .replace(/\p{Cc}/gu, "")
    .replace(MARKS, "");
}
