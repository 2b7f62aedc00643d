import { errorText, type Logger } from "@hubwart/core";

/** A task that is tried again and again: why it fails is logged once, until it succeeds or fails for another reason. */
export function complaining(log: Logger, about: string, task: () => Promise<void>): () => Promise<void> {
  let told = "";
  return async () => {
    try {
      await task();
      told = "";
    } catch (error) {
      const text = errorText(error);
      if (text !== told) log.warn(`${about}: ${text}`);
      told = text;
    }
  };
}
