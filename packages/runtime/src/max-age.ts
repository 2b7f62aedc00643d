import type { CompiledChannel, PodProblem } from "@hubwart/project";
import { texts } from "./texts.ts";

/** What only sends has no value that could grow old. */
export function maxAgeProblem({ chan, config, dir }: CompiledChannel): PodProblem[] {
  if (dir !== "out" || config["max_age"] === undefined) return [];
  return [{ where: chan, attribute: "max_age", text: texts.sendsOnly, hint: texts.sendsOnlyHint }];
}
