/** Signing in, or the page that the address names. */
import { lazy, Suspense } from "react";
import { queryClient } from "../api/query-client.ts";
import { LoadingState } from "../components/loading-state.tsx";
import classes from "./fleet.module.css";
import { FleetHeader } from "./fleet-header.tsx";
import { OverviewPage } from "./overview-page.tsx";
import { PARTS, partOf } from "./parts.ts";
import { type Place, usePlace } from "./place.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { SitePage } from "./site-page.tsx";
import { keepToken, useToken } from "./token.ts";

const DesiredPage = lazy(() => import("./desired-page.tsx"));
const HistoryPage = lazy(() => import("./history-page.tsx"));
const ProjectPage = lazy(() => import("./project-page.tsx"));
const ProjectsPage = lazy(() => import("./projects-page.tsx"));
const RolloutPage = lazy(() => import("./rollout-page.tsx"));
const RolloutsPage = lazy(() => import("./rollouts-page.tsx"));

export function FleetApp() {
  const token = useToken();
  const place = usePlace();
  if (token === undefined) return <SignInPage />;
  const part = partOf(place);
  return (
    <>
      <FleetHeader onSignOut={signOut} part={part} />
      <main className={classes["main"]} aria-label={PARTS[part].title}>
        <Suspense fallback={<LoadingState />}>
          <Page place={place} />
        </Suspense>
      </main>
    </>
  );
}

function Page({ place }: { place: Place }) {
  if (place.page === "site") return <SitePage key={place.hub} hub={place.hub} />;
  if (place.page === "update") return <RolloutPage key={place.id} id={place.id} />;
  if (place.page === "project") return <ProjectPage key={place.id} id={place.id} />;
  if (place.page === "projects") return <ProjectsPage />;
  if (place.page === "desired") return <DesiredPage />;
  if (place.page === "history") return <HistoryPage />;
  return place.page === "updates" ? <RolloutsPage /> : <OverviewPage />;
}

/** What one person saw is not there for the next. */
function signOut(): void {
  keepToken(undefined);
  queryClient.clear();
}
