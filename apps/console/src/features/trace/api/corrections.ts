/** Corrections of a channel's recorded values. */
import { type AnswerOf, correctionList, correctionUndo, correctionUpload } from "@hubwart/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { uploadFile } from "../../../api/upload.ts";
import { traceKey } from "./channels.ts";

export type Correction = AnswerOf<typeof correctionList>["corrections"][number];

export const correctionsQuery = (chan: string) =>
  queryOptions({
    queryKey: [...traceKey, "corrections", chan],
    queryFn: async ({ signal }) => (await callApi(correctionList, { query: { chan }, signal })).corrections,
  });

export interface Entered {
  chan: string;
  /** ISO, with an offset. */
  from: string;
  to: string;
  does: "remove" | "replace";
  /** `time;value`, line by line. */
  values: string;
  reason: string;
}

/** Both resolve when all that shows the values is asked for anew. */
export function useCorrecting() {
  const client = useQueryClient();
  const anew = () => client.invalidateQueries({ queryKey: traceKey });
  return {
    enter: async ({ values, ...fields }: Entered) => {
      const file = new File([fields.does === "remove" ? "" : values], "werte.csv", { type: "text/csv" });
      const answer = await uploadFile(correctionUpload, { file, fields });
      await anew();
      return answer;
    },
    undo: async (number: number) => {
      try {
        return await callApi(correctionUndo, { body: { number } });
      } finally {
        await anew();
      }
    },
  };
}
