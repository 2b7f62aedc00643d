/** What one exercise of the drill says of itself. */
import type { Plant } from "./plant.ts";

export interface Outcome {
  /** ms from the fault until everything worked again; undefined: it did not. */
  recovered: number | undefined;
  /** What Status said meanwhile: codes of findings, "keine Antwort" or "in Ordnung". */
  health: string;
  /** What is wrong with that; empty if nothing is. */
  problems: string[];
}

export interface Exercise {
  part: string;
  fault: string;
  run: (plant: Plant) => Promise<Outcome>;
}
