/** The pods a document can be posted to. */
import { pods } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { besideStream } from "../../../api/poll.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useStream } from "../../../api/use-stream.ts";

const PREFIX = "http_in.";

/** Ids; undefined until they are known. */
export function useHttpPods(): string[] | undefined {
  const live = useStream(["pods"]);
  const { data } = useQuery({
    queryKey: queryKeys.pods,
    queryFn: ({ signal }) => callApi(pods, { signal }),
    refetchInterval: besideStream(live),
  });
  return data?.pods.map(({ id }) => id).filter((id) => id.startsWith(PREFIX));
}
