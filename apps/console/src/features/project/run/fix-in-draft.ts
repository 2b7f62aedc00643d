/** The uploaded file as a draft, opened where an error stands: one draft per file, however many errors lead into it. */
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { notice } from "../../../lib/notice.tsx";
import { useDraftActions } from "../api/drafts.ts";
import type { ErrorRow } from "../model/error-rows.ts";

type Actions = Pick<ReturnType<typeof useDraftActions>, "exists" | "open">;

/** By the file of a run, which stays the same object while its result is shown. */
const begun = new WeakMap<File, Promise<string>>();

/** Undefined without a file: after a reload the console does not have it any more. */
export function useFixInDraft(file: File | undefined): ((row: ErrorRow) => void) | undefined {
  const actions = useDraftActions();
  const navigate = useNavigate();
  return useMemo(() => {
    if (!file) return undefined;
    return ({ Attribute, file: named, line, table }) => {
      const isScript = table === "" && named.endsWith(".lua");
      const search = {
        ...(isScript ? { table: "lua", name: named } : table === "" ? {} : { table }),
        ...(Number.isNaN(line) ? {} : { row: line }),
        ...(Attribute === "" ? {} : { column: Attribute }),
      };
      draftOf(file, actions).then(
        (draft) => navigate({ to: "/project/edit/$draft", params: { draft }, search }),
        (error: unknown) => notice.apiError(error),
      );
    };
  }, [file, actions, navigate]);
}

/** The draft that was begun, unless that failed or somebody deleted it. */
async function draftOf(file: File, { exists, open }: Actions): Promise<string> {
  const before = await begun.get(file)?.catch(() => undefined);
  if (before !== undefined && (await exists(before))) return before;
  const beginning = open(file, "", "").then(({ id }) => id);
  begun.set(file, beginning);
  return await beginning;
}
