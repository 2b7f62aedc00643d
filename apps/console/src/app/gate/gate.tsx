/**
 * Decides what a person sees: the pages before sign-in, or the console, which is loaded only then. A session that
 * runs out covers the console instead of removing it, so that what was typed is still there afterwards.
 */

import { LIMITS, OIDC_PATH } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { infoQuery } from "../../api/info.ts";
import { queryClient } from "../../api/query-client.ts";
import { LiveRegion } from "../../components/live-region.tsx";
import { leavePage } from "../../lib/leave-page.ts";
import { panelToken } from "../../lib/panel-mode.ts";
import { useOverlay } from "../../overlay/overlay-store.ts";
import { session, useSession } from "../../session/session.ts";
import { tokenStore } from "../../session/token-store.ts";
import { useWindowTitle } from "../window-title.ts";
import { LoginPage } from "./login-page.tsx";
import { PageGround } from "./page-ground.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { StartingPage, UnreachablePage } from "./waiting-pages.tsx";

/** Fetched while the password is being typed, so that it is there when it is needed. */
export const loadConsole = () => import("../signed-in.tsx");
const SignedIn = lazy(async () => ({ default: (await loadConsole()).SignedIn }));
/** Only the console covers itself. */
const OverlayView = lazy(async () => ({ default: (await loadConsole()).OverlayView }));
/** Once in the life of a device. */
const SetupPage = lazy(async () => ({ default: (await import("./setup-page.tsx")).SetupPage }));

/** Where a link that invites leads to. */
const INVITATION = "/invitation";
/** They end by loading the console anew, with nothing of whoever was signed in before. */
const APART: Readonly<Record<string, ComponentType>> = {
  [INVITATION]: lazy(() => import("./invitation-page.tsx")),
  [OIDC_PATH]: lazy(() => import("./directory-page.tsx")),
};

const PanelPage = lazy(() => import("../panel/panel-page.tsx"));

export function Gate() {
  const Page =
    panelToken(globalThis.location) === undefined ? APART[globalThis.location.pathname] : PanelPage;
  return Page ? (
    <Suspense fallback={<StartingPage />}>
      <Page />
      <LiveRegion />
    </Suspense>
  ) : (
    <Faces />
  );
}

function Faces() {
  const { phase } = useSession();
  const covered = useOverlay().kind !== "none";
  useSessionEvents();
  const signedIn = phase === "active" || phase === "expired";
  // The console names its page itself.
  useWindowTitle(signedIn ? null : undefined);

  return (
    <>
      <PageGround covered={phase === "expired" || covered}>
        {phase === "starting" ? <StartingPage /> : null}
        {phase === "unreachable" ? <UnreachablePage /> : null}
        {phase === "setup" ? (
          <Suspense fallback={<StartingPage />}>
            <SetupPage />
          </Suspense>
        ) : null}
        {phase === "login" ? <LoginPage onTyping={() => void loadConsole()} /> : null}
        {signedIn ? (
          <Suspense fallback={<StartingPage />}>
            <SignedIn />
          </Suspense>
        ) : null}
      </PageGround>
      {phase === "expired" ? <SignInAgain /> : null}
      {covered ? (
        <Suspense>
          <OverlayView />
        </Suspense>
      ) : null}
      <LiveRegion />
    </>
  );
}

/** Asks the appliance for the first time, and again until it answers; follows the token in all tabs. */
function useSessionEvents(): void {
  const { phase } = useSession();
  const unknown = phase === "starting" || phase === "unreachable";
  const { error } = useQuery({
    ...infoQuery,
    retry: false,
    refetchInterval: unknown ? LIMITS.restartPoll : false,
    refetchOnWindowFocus: !unknown,
  });
  useEffect(() => {
    if (error) session.noteUnreachable();
  }, [error]);
  useEffect(() => session.start(), []);
  useEffect(
    () =>
      tokenStore.subscribe((change) => {
        if (change.present) void queryClient.invalidateQueries();
        // Another tab signed out: nothing of the session may stay in this one's memory.
        else if (change.reason === "logout") leavePage("/");
      }),
    [],
  );
}
