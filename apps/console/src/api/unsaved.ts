/**
 * What is typed into a form outlives the session: it is kept on the device a second after the last change, and offered when
 * the form is opened again.
 *
 *     const offer = useUnsaved(edit);       undefined: nothing was left, or the form is being filled in
 *
 * While something is offered, nothing takes its place: it is restored or discarded first, or the form is saved.
 */
import { LIMITS, type Typed, unsavedDrop, unsavedKeep, unsavedList, unsavedRead } from "@hubwart/contract";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { notice } from "../lib/notice.tsx";
import type { UnsavedEdit } from "../lib/unsaved-forms.ts";
import { useSession } from "../session/session.ts";
import { callApi } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** Asked for once, when the console opens; from then on the page itself knows. */
export const unsavedQuery = queryOptions({
  queryKey: queryKeys.unsaved,
  queryFn: async ({ signal }) => (await callApi(unsavedList, { signal })).forms,
  staleTime: Number.POSITIVE_INFINITY,
});
type Heads = Awaited<ReturnType<NonNullable<typeof unsavedQuery.queryFn>>>;

export interface Offer {
  /** When it was typed, ms since the epoch. */
  at: number;
  busy: boolean;
  restore: () => void;
  discard: () => void;
}

export function useUnsaved({ form, restore, saves, typed }: UnsavedEdit): Offer | undefined {
  const client = useQueryClient();
  const { phase } = useSession();
  const heads = useQuery({ ...unsavedQuery, enabled: false });
  const found = heads.data?.find((one) => one.form === form);
  const text = typed && JSON.stringify(typed);
  /** What is kept is of this form as it is open now. */
  const [own, setOwn] = useState(text !== undefined);
  const [busy, setBusy] = useState(false);
  const offered = found !== undefined && !own;
  const may = phase === "active" && heads.data !== undefined && !offered;
  if (may && text !== undefined && !own) setOwn(true);
  const waiting = useRef<() => void>(undefined);

  useEffect(() => {
    if (!may || !own) return;
    if (text === undefined) return void drop(client, form);
    const send = (): void => {
      waiting.current = undefined;
      void keep(client, form, JSON.parse(text) as Typed);
    };
    waiting.current = send;
    const timer = setTimeout(send, LIMITS.unsavedAfter);
    return () => clearTimeout(timer);
  }, [client, form, may, own, text]);
  // Also what was offered: somebody typed it anew, and saved that.
  useEffect(() => {
    if (saves > 0) void drop(client, form);
  }, [client, form, saves]);
  // Whoever opens another tab within that second.
  useEffect(() => () => waiting.current?.(), []);

  if (!found || !offered) return undefined;
  const act = (task: () => Promise<void>) => (): void => {
    setBusy(true);
    task()
      .catch((error: unknown) => notice.apiError(error))
      .finally(() => setBusy(false));
  };
  return {
    at: found.at,
    busy,
    restore: act(async () => {
      const kept = await callApi(unsavedRead, { query: { form } }).catch((error: unknown) => {
        forget(client, form);
        throw error;
      });
      restore(kept);
      setOwn(true);
    }),
    discard: act(() => drop(client, form)),
  };
}

/** What cannot be kept now is kept with the next change. */
async function keep(client: QueryClient, form: string, typed: Typed): Promise<void> {
  try {
    const { at } = await callApi(unsavedKeep, { body: { form, ...typed } });
    client.setQueryData<Heads>(queryKeys.unsaved, (heads = []) => [
      { form, at },
      ...heads.filter((one) => one.form !== form),
    ]);
  } catch {
    // A form is no place to complain about it.
  }
}

async function drop(client: QueryClient, form: string): Promise<void> {
  forget(client, form);
  await callApi(unsavedDrop, { body: { form } }).catch(() => undefined);
}

function forget(client: QueryClient, form: string): void {
  client.setQueryData<Heads>(queryKeys.unsaved, (heads) => heads?.filter((one) => one.form !== form));
}
