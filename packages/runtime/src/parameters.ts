import { InvalidInputError, NotFoundError } from "@hubwart/core";
import type { PodLoad } from "@hubwart/ipc";
import type { PodProblem } from "@hubwart/project";
import { texts } from "./texts.ts";

/** Refuses to start with parameters that break a rule, naming each field. */
export function refuseProblems(problems: readonly PodProblem[]): void {
  if (problems.length === 0) return;
  throw new InvalidInputError(
    problems.map(({ where, attribute, text }) => ({ field: `${where}.${attribute}`, message: text })),
  );
}

/** Settings of one interface. @throws NotFoundError */
export function ifaceConfig(load: PodLoad, iface: string): PodLoad["ifaces"][number]["config"] {
  const found = load.ifaces.find(({ id }) => id === iface);
  if (!found) throw new NotFoundError(texts.noConnection);
  return found.config;
}
