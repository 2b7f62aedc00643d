/** The container card: how many run, and what they take together. */
import { type AnswerOf, LIMITS, type systemPs } from "@hubwart/contract";
import { statusTexts } from "../../../texts/index.ts";
import type { StateText } from "./project-state.ts";

const texts = statusTexts.containers;

export type Containers = AnswerOf<typeof systemPs>;

export interface ContainerSummary extends StateText {
  /** MiB. */
  memory: number;
  /** Percent of one core. */
  cpu: number;
}

export function containerSummary({ containers }: Pick<Containers, "containers">): ContainerSummary {
  const running = containers.filter((container) => container.running);
  const memory = running.reduce((sum, container) => sum + container.memory, 0);
  const cpu = running.reduce((sum, container) => sum + container.cpu, 0);
  const enough = running.length >= LIMITS.containersForValid;
  return enough
    ? { tone: "ok", text: texts.running(running.length), memory, cpu }
    : { tone: "warn", text: texts.incomplete, memory, cpu };
}
