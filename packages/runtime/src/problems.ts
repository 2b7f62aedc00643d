/** How the rules of a schema say what is wrong. */
import type { PodProblem } from "@hubwart/project";
import { texts } from "./texts.ts";

/** About one interface (its id) or one channel (its name); what it is told is added to `problems`. */
export function reporter(
  problems: PodProblem[],
  where: string,
): (attribute: string, text: string, hint: string) => void {
  return (attribute, text, hint) => {
    problems.push({ where, attribute, text, hint });
  };
}

/** Of the authority to trust. */
export function caProblems(where: string, ca: string | undefined): PodProblem[] {
  if (ca === undefined || ca.includes("-----BEGIN CERTIFICATE-----")) return [];
  const hint = texts.startOfCertificate;
  return [{ where, attribute: "ca", text: texts.noCertificate, hint }];
}
