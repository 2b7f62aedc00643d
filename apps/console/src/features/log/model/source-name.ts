import { logTexts } from "../../../texts/index.ts";

const texts = logTexts.filter;

/** `system`, `hub`, `pod` and `pod:{id}` in words. */
export function sourceName(source: string): string {
  if (source === "system") return texts.system;
  if (source === "hub") return texts.hub;
  if (source === "pod") return texts.pods;
  return source.startsWith("pod:") ? texts.pod(source.slice("pod:".length)) : source;
}
