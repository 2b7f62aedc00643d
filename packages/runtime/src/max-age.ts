import type { CompiledPod, PodProblem } from "@hubwart/project";
import { texts } from "./texts.ts";

/** What only sends has no value that could grow old. */
export function maxAgeProblems({ channels }: Pick<CompiledPod, "channels">): PodProblem[] {
  return channels
    .filter(({ config, dir }) => dir === "out" && config["max_age"] !== undefined)
    .map(({ chan }) => ({
      where: chan,
      attribute: "max_age",
      text: texts.sendsOnly,
      hint: texts.sendsOnlyHint,
    }));
}
