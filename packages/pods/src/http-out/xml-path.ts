/**
 * A value within XML, by a path: a small part of XPath that needs no document in memory.
 *
 *     xmlPath("/status/sensor[2]/temp")                   // the second of its siblings of that name
 *     xmlPath("/status/sensor[@id='keller']/@wert")       // an attribute
 *
 * Names are compared without their namespace prefix.
 */
import { attributesOf, XmlProblem, XmlReader } from "@hubwart/project/xml";

interface Step {
  name: string;
  /** From 1. */
  position: number | undefined;
  attribute: { name: string; value: string } | undefined;
}

export interface XmlPath {
  steps: readonly Step[];
  /** Taken from the last element, instead of its text. */
  attribute: string | undefined;
}

const NAME = "[\\p{L}_][\\p{L}\\p{N}._-]*";
const STEP = new RegExp(
  `/(?<name>${NAME})(?:\\[(?:(?<position>[1-9]\\d{0,5})|@(?<key>${NAME})=(?:'(?<one>[^']*)'|"(?<two>[^"]*)"))\\])?`,
  "uy",
);
const ATTRIBUTE = new RegExp(`/@(?<name>${NAME})$`, "uy");
const MOST_STEPS = 50;

/** undefined if it is none. */
export function xmlPath(text: string): XmlPath | undefined {
  const steps: Step[] = [];
  let at = 0;
  while (at < text.length) {
    ATTRIBUTE.lastIndex = at;
    const attribute = ATTRIBUTE.exec(text)?.groups?.["name"];
    if (attribute !== undefined && steps.length > 0) return { steps, attribute };
    STEP.lastIndex = at;
    const found = STEP.exec(text)?.groups;
    if (!found || steps.length >= MOST_STEPS) return undefined;
    const { key, name = "", one, position, two } = found;
    steps.push({
      name,
      position: position === undefined ? undefined : Number(position),
      attribute: key === undefined ? undefined : { name: key, value: one ?? two ?? "" },
    });
    at = STEP.lastIndex;
  }
  return steps.length > 0 ? { steps, attribute: undefined } : undefined;
}

/** The first place that the path leads to. @throws XmlProblem if the text is no XML */
export function findInXml({ attribute, steps }: XmlPath, xml: string): string | undefined {
  let depth = 0;
  /** So many of the open elements lie on the path, from the root on. */
  let matched = 0;
  const seen: number[] = [];
  let found: string | undefined;
  let collecting = false;
  const pieces: string[] = [];
  const reader = new XmlReader({
    open(name, raw) {
      depth += 1;
      const step = steps[depth - 1];
      if (found !== undefined || collecting || matched !== depth - 1 || step?.name !== name) return;
      const nth = (seen[depth - 1] ?? 0) + 1;
      seen[depth - 1] = nth;
      if (step.position !== undefined && nth !== step.position) return;
      const given = step.attribute && attributesOf(raw).get(step.attribute.name);
      if (step.attribute && given !== step.attribute.value) return;
      matched = depth;
      seen[depth] = 0;
      if (depth < steps.length) return;
      if (attribute === undefined) collecting = true;
      else found = attributesOf(raw).get(attribute);
    },
    close() {
      if (matched === depth) {
        if (collecting) found = pieces.join("");
        collecting = false;
        matched -= 1;
      }
      depth -= 1;
    },
    text(value) {
      if (collecting) pieces.push(value);
    },
  });
  reader.push(Buffer.from(xml, "utf8"));
  reader.end();
  return found;
}

export { XmlProblem };
