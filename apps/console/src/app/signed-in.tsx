/** The signed-in console: router, notices, keep-alive. Loaded when a session exists. */
import "../styles/shell.ts";
import { jobs } from "@hubwart/contract";
import { Notifications } from "@mantine/notifications";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { callApi } from "../api/client.ts";
import { infoQuery } from "../api/info.ts";
import { queryClient } from "../api/query-client.ts";
import { queryKeys } from "../api/query-keys.ts";
import { renewToken } from "../api/sign-in.ts";
import { unsavedQuery } from "../api/unsaved.ts";
import { UnsavedForms, type UnsavedProps } from "../lib/unsaved-forms.ts";
import { keepAlive } from "../session/keep-alive.ts";
import { tokenStore } from "../session/token-store.ts";
import { commonTexts } from "../texts/index.ts";
import { router } from "./router.ts";
import { SessionEnding } from "./shell/session-ending.tsx";
import { UnsavedNote } from "./shell/unsaved-note.tsx";

// The event stream fills it; whatever refetches all there is, after a restart or a new token, can ask for it as well.
queryClient.setQueryDefaults(queryKeys.jobs, { queryFn: ({ signal }) => callApi(jobs, { signal }) });

export { OverlayView } from "./overlay/overlay-view.tsx";

const showUnsaved = (props: UnsavedProps) => <UnsavedNote {...props} />;

export function SignedIn() {
  useEffect(() => void queryClient.prefetchQuery(unsavedQuery), []);
  useEffect(
    () =>
      keepAlive({
        info: () => queryClient.fetchQuery({ ...infoQuery, staleTime: 0, retry: false }),
        refresh: renewToken,
        tokenAge: () => tokenStore.age(),
      }),
    [],
  );
  return (
    <>
      <UnsavedForms value={showUnsaved}>
        <RouterProvider router={router} />
      </UnsavedForms>
      <SessionEnding />
      {/* There before the first notice: readers speak what is added to it. */}
      <section aria-label={commonTexts.notice.frame} aria-live="polite">
        <Notifications position="bottom-right" limit={4} containerWidth={400} withinPortal={false} />
      </section>
    </>
  );
}
