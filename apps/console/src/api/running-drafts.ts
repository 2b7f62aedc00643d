/** Drafts of the project that runs, for pages that lead into one. */
import { type AnswerOf, draftCreate, draftList, projectVersions } from "@hubwart/contract";
import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

type Draft = AnswerOf<typeof draftList>["drafts"][number];

/** ms; a project of 100,000 rows is read anew. */
const CREATE_TIMEOUT = 120_000;

/** Those that began with the version in use, last changed first. */
async function list(): Promise<Draft[]> {
  const [{ drafts }, { versions }] = await Promise.all([callApi(draftList), callApi(projectVersions)]);
  const running = versions.find(({ current }) => current)?.version;
  return drafts.filter(({ base }) => base !== null && base.version === running);
}

export function useRunningDrafts() {
  const client = useQueryClient();
  return {
    list,
    begin: async (name: string) => {
      try {
        return await callApi(draftCreate, { body: { name, from: "running" }, timeout: CREATE_TIMEOUT });
      } finally {
        void client.invalidateQueries({ queryKey: [...queryKeys.project, "drafts"] });
      }
    },
  };
}
