/** Topic names and filters (MQTT 5.0 §4.7; the same rules hold for 3.1.1). */
import { utf8Length } from "@hubwart/core";
import { texts } from "./texts.ts";

const LONGEST_BYTES = 65_535;

export function isWildcard(filter: string): boolean {
  return filter.includes("+") || filter.includes("#");
}

/** German reason why `filter` cannot be subscribed to, or undefined. */
export function filterProblem(filter: string): string | undefined {
  const basic = nameProblem(filter.replaceAll(/[+#]/g, "x"));
  if (basic !== undefined) return basic;
  const levels = filter.split("/");
  for (const [i, level] of levels.entries()) {
    if (level.includes("#") && (level !== "#" || i !== levels.length - 1)) {
      return texts.hashMisplaced;
    }
    if (level.includes("+") && level !== "+") return texts.plusMisplaced;
  }
  return undefined;
}

/** German reason why nothing can be published to `topic`, or undefined. */
export function nameProblem(topic: string): string | undefined {
  if (topic === "") return texts.topicEmpty;
  if (topic.includes("\0")) return texts.topicWithNull;
  // A unit of UTF-16 is three bytes at most.
  if (topic.length * 3 > LONGEST_BYTES && utf8Length(topic) > LONGEST_BYTES) return texts.topicTooLong;
  if (isWildcard(topic)) return texts.wildcardsWhenSending;
  return undefined;
}
