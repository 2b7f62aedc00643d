/** The value of a channel within an answer: by JSON pointer, by a path in XML, between two texts, or the whole. */
import type { ValueType } from "@hubwart/project";
import { fromJson, fromText, misfit, parseDocument, plainText } from "@hubwart/runtime/convert";
import { followPointer, parsePointer } from "@hubwart/runtime/pointer";
import type { HttpOutChannel } from "./schema.ts";
import { texts } from "./texts.ts";
import { findInXml, XmlProblem, xmlPath } from "./xml-path.ts";

type Found = { value: unknown } | { reason: string };

/** `garbled`: see `Answer`. */
export type Extract = (text: string, garbled?: boolean) => Found;

export function extractor(type: ValueType, config: HttpOutChannel): Extract {
  const find = finder(type, config);
  return (text, garbled = false) => {
    const found = find(text);
    const damaged = garbled && "value" in found && plainText(found.value).includes("\ufffd");
    return damaged ? { reason: misfit(type, found.value) } : found;
  };
}

function finder(type: ValueType, config: HttpOutChannel): (text: string) => Found {
  const { pointer, after, before, xpath } = config;
  const path = xpath === undefined ? undefined : xmlPath(xpath);
  if (path) {
    return (text) => {
      const found = inXml(() => findInXml(path, text));
      if (found === NO_XML) return { reason: texts.unreadableXml };
      if (found === undefined) return { reason: texts.noneInAnswer(xpath) };
      const value = fromText(type, found.trim());
      return value === undefined ? { reason: misfit(type, found) } : { value };
    };
  }
  if (pointer !== undefined) {
    const tokens = parsePointer(pointer);
    return (text) => {
      const document = parseDocument(text);
      if (document === undefined) return { reason: misfit("json", text) };
      const found = followPointer(tokens, document);
      if (found === undefined) return { reason: texts.noneInAnswer(pointer) };
      const value = fromJson(type, found);
      return value === undefined ? { reason: misfit(type, found) } : { value };
    };
  }
  return (text) => {
    const start = after === undefined ? 0 : text.indexOf(after);
    if (start < 0) return { reason: texts.notInAnswer(after) };
    const from = start + (after?.length ?? 0);
    const end = before === undefined ? text.length : text.indexOf(before, from);
    if (end < 0) return { reason: texts.notInAnswer(before) };
    const cut = text.slice(from, end);
    const value = fromText(type, cut);
    return value === undefined ? { reason: misfit(type, cut) } : { value };
  };
}

const NO_XML = Symbol("no XML");

function inXml<T>(find: () => T): T | typeof NO_XML {
  try {
    return find();
  } catch (error) {
    if (error instanceof XmlProblem) return NO_XML;
    throw error;
  }
}
