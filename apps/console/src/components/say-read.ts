/** Tells what a pod has just read. */
import type { AnswerOf, podRead } from "@hubwart/contract";
import { notice } from "../lib/notice.tsx";
import { exactText } from "../lib/value-text.ts";
import { podsTexts } from "../texts/index.ts";

const texts = podsTexts.read;

export function sayRead(chan: string, { raw, value }: AnswerOf<typeof podRead>): void {
  notice.success(texts.done(chan, exactText(value)), {
    id: `read ${chan}`,
    ...(raw === undefined || raw === String(value) ? {} : { detail: texts.raw(raw) }),
  });
}
