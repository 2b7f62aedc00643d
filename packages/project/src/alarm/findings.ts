/** Whether a row of the kind `device` can ever mean a finding of the device. */
import { FINDING_FAMILIES, FINDINGS } from "@hubwart/contract/findings";
import { hasWildcard, nameMatcher } from "@hubwart/core";

/** `device.` and the code of a finding, which may end with any name of a project, or a pattern of codes. */
const FINDING = /^device\.[\p{L}\p{N}_.:*?-]{1,220}$/u;
const PREFIX = "device.";

export const isFinding = (source: string): boolean => FINDING.test(source);

/** Of the findings that this version of the device knows; those that several things may have count with any name. */
export function meansAFinding(source: string): boolean {
  const pattern = source.slice(PREFIX.length);
  const means = nameMatcher([pattern]);
  if (FINDINGS.some((code) => means(code))) return true;
  const wild = hasWildcard(pattern);
  const [head = ""] = pattern.split(/[*?]/, 1);
  return FINDING_FAMILIES.some((family) =>
    wild ? head.startsWith(family) || family.startsWith(head) : head.startsWith(family) && head !== family,
  );
}

/** What may have been meant. */
export const findingNames = (): string[] =>
  [...FINDINGS, ...FINDING_FAMILIES.map((family) => `${family}*`)].map((code) => PREFIX + code);
