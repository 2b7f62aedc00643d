import type { CompiledPod, PodProblem } from "@hubwart/project";

/** What only sends has no value that could grow old. */
export function maxAgeProblems({ channels }: Pick<CompiledPod, "channels">): PodProblem[] {
  return channels
    .filter(({ config, dir }) => dir === "out" && config["max_age"] !== undefined)
    .map(({ chan }) => ({
      where: chan,
      attribute: "max_age",
      text: "Ein Channel, der nur sendet, empfängt nichts",
      hint: "Leeren Sie die Zelle oder wählen Sie die Richtung in oder inout.",
    }));
}
