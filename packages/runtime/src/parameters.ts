import { InvalidInputError } from "@hubwart/core";
import type { PodProblem } from "@hubwart/project";

/** Refuses to start with parameters that break a rule, naming each field. */
export function refuseProblems(problems: readonly PodProblem[]): void {
  if (problems.length === 0) return;
  throw new InvalidInputError(
    problems.map(({ where, attribute, text }) => ({ field: `${where}.${attribute}`, message: text })),
  );
}
