/** Signing in by a directory service. */
import { type BodyInput, oidcConfig, oidcConfigSave } from "@hubwart/contract";
import { queryOptions } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";

export const oidcQuery = queryOptions({
  queryKey: ["system", "oidc"],
  queryFn: ({ signal }) => callWithEtag(oidcConfig, { signal }),
});
export type StoredOidc = Awaited<ReturnType<NonNullable<typeof oidcQuery.queryFn>>>;

export const saveOidc = (body: BodyInput<typeof oidcConfigSave>, ifMatch: string | undefined) =>
  callApi(oidcConfigSave, { body, ifMatch });
