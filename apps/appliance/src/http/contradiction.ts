/**
 * Requests that say two things at once, such as `POST /project/upload` with the field `mode=check`, are refused: whichever
 * half were believed, the caller might have meant the other.
 */
import type { CallSpec } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { texts } from "./texts.ts";

/** What each name stands for already, by the path: its parameters, and the fields of a form that repeat one. */
export function givenByPath(spec: CallSpec, params: unknown): Record<string, string> {
  const given: Record<string, string> = {};
  const values = new Map(Object.entries(asRecord(params)).map(([name, value]) => [name, String(value)]));
  for (const [name, value] of values) given[name] = value;
  for (const [field, parameter] of Object.entries(spec.upload?.repeats ?? {})) {
    const value = values.get(parameter);
    if (value !== undefined) given[field] = value;
  }
  return given;
}

/** @throws InvalidInputError that names the field */
export function refuseContradiction(given: Record<string, string>, query: unknown, body: unknown): void {
  const asked = asRecord(query);
  const sent = asRecord(body);
  for (const [name, value] of Object.entries(given)) {
    for (const part of [asked, sent]) {
      if (Object.hasOwn(part, name) && String(part[name]) !== value) throw contradicts(name);
    }
  }
  for (const name of Object.keys(asked)) {
    if (Object.hasOwn(sent, name) && String(asked[name]) !== String(sent[name])) throw contradicts(name);
  }
}

export function contradicts(field: string): InvalidInputError {
  return new InvalidInputError([{ field, message: texts.contradiction }]);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
