/** People who sign in. A save that others overtook is refused and the list loaded anew. */
import {
  type AnswerOf,
  type BodyInput,
  ownerSave,
  people,
  peopleDemand,
  personInvite,
  personLink,
  personLock,
  personRemove,
  personSave,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import type { Editable } from "../../../components/person/draft.ts";

export type { Person } from "@hubwart/contract";
export type PeopleList = AnswerOf<typeof people>;
export type Owner = PeopleList["owner"];

const key = ["system", "people"];

export const usePeople = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => callWithEtag(people, { signal }) });

export function usePeopleActions() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: key });
  return {
    invite: (body: Editable, ifMatch: string | undefined) =>
      callApi(personInvite, { body, ifMatch }).finally(reload),
    save: (body: Editable & { id: string }, ifMatch: string | undefined) =>
      callApi(personSave, { body, ifMatch }).finally(reload),
    link: (id: string) => callApi(personLink, { body: { id } }).finally(reload),
    lock: (id: string, locked: boolean) => callApi(personLock, { body: { id, locked } }).finally(reload),
    remove: (id: string) => callApi(personRemove, { body: { id } }).finally(reload),
    saveOwner: (body: BodyInput<typeof ownerSave>, ifMatch: string | undefined) =>
      callApi(ownerSave, { body, ifMatch }).finally(reload),
    demand: (roles: BodyInput<typeof peopleDemand>["roles"], ifMatch: string | undefined) =>
      callApi(peopleDemand, { body: { roles }, ifMatch }).finally(reload),
    /** The list as it is now. */
    latest: async () => {
      await client.invalidateQueries({ queryKey: key });
      return client.getQueryData<{ data: PeopleList; etag: string | undefined }>(key);
    },
  };
}
