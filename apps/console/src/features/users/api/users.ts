/** Users of field devices and of the live channel API. A save that others overtook is refused and the list loaded anew. */
import {
  type AnswerOf,
  type BodyInput,
  type UserKind,
  wsUserDelete,
  wsUserSet,
  wsUsers,
  wsUserToken,
  wsUserTokenDelete,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";

export type User = AnswerOf<typeof wsUsers>["assets"][number];

const key = ["resources", "users"];

export const useUsers = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => callWithEtag(wsUsers, { signal }) });

export function useUserActions(kind: UserKind) {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: key });
  return {
    save: (body: Omit<BodyInput<typeof wsUserSet>, "kind">, ifMatch: string | undefined) =>
      callApi(wsUserSet, { body: { ...body, kind }, ifMatch }).finally(reload),
    /** The list as it is now. */
    latest: async () => {
      await client.invalidateQueries({ queryKey: key });
      return client.getQueryData<{ data: AnswerOf<typeof wsUsers>; etag: string | undefined }>(key);
    },
    remove: (usr: string) => callApi(wsUserDelete, { query: { usr, kind } }).finally(reload),
    makeToken: (user: string) => callApi(wsUserToken, { body: { user, kind } }).finally(reload),
    removeToken: (user: string) => callApi(wsUserTokenDelete, { body: { user, kind } }).finally(reload),
  };
}
