/** Names and tags for what a person types. */
import { traceSuggestions } from "@hubwart/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { traceKey } from "./channels.ts";

export type SuggestionKind = "areas" | "channels" | "interfaces" | "pods" | "recorded" | "tags";
const FRESH = 10_000;

export const suggestionsQuery = (kind: SuggestionKind, text: string) =>
  queryOptions({
    queryKey: [...traceKey, "suggestions", kind, text],
    queryFn: async ({ signal }) =>
      (await callApi(traceSuggestions, { query: { kind, text }, signal })).suggestions,
    staleTime: FRESH,
    placeholderData: keepPreviousData,
    retry: false,
  });
