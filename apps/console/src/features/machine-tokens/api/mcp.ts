/** The door for programs with a language model. */
import { type BodyInput, mcpConfig, mcpConfigSave } from "@hubwart/contract";
import { queryOptions } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";

export type McpValues = BodyInput<typeof mcpConfigSave>;

export const mcpQuery = queryOptions({
  queryKey: ["system", "mcp"],
  queryFn: ({ signal }) => callWithEtag(mcpConfig, { signal }),
});
export type StoredMcp = Awaited<ReturnType<NonNullable<typeof mcpQuery.queryFn>>>;

export const saveMcp = (body: McpValues, ifMatch: string | undefined) =>
  callApi(mcpConfigSave, { body, ifMatch });
