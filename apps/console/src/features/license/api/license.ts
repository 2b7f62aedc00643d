import { type AnswerOf, licenseInfo } from "@hubwart/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

export type License = AnswerOf<typeof licenseInfo>;

export const licenseQuery = queryOptions({
  queryKey: ["license"],
  queryFn: ({ signal }) => callApi(licenseInfo, { signal }),
});
export const useLicense = () => useQuery(licenseQuery);
