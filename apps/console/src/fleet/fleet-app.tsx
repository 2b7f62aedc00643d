/** Signing in, or the page that the address names. */
import { Alert, Button } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { lazy, Suspense, useEffect, useState } from "react";
import { LoadingState } from "../components/loading-state.tsx";
import { QueryState } from "../components/query-state.tsx";
import { notice } from "../lib/notice.tsx";
import { commonTexts, fleetPeopleTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { FleetHeader } from "./fleet-header.tsx";
import { OtherPerson } from "./other-person.tsx";
import { OverviewPage } from "./overview-page.tsx";
import { PARTS, partOf } from "./parts.ts";
import { type Place, usePlace } from "./place.ts";
import { forgetSeen, type Me, signOut, useCentralSession } from "./session.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { SitePage } from "./site-page.tsx";

const DesiredPage = lazy(() => import("./desired-page.tsx"));
const HistoryPage = lazy(() => import("./history-page.tsx"));
const InvitationPage = lazy(() => import("./invitation-page.tsx"));
const OwnPage = lazy(() => import("./own-page.tsx"));
const PasswordDialog = lazy(async () => ({
  default: (await import("./password-dialog.tsx")).PasswordDialog,
}));
const PeoplePage = lazy(() => import("./people-page.tsx"));
const ProjectPage = lazy(() => import("./project-page.tsx"));
const ProjectsPage = lazy(() => import("./projects-page.tsx"));
const RolloutPage = lazy(() => import("./rollout-page.tsx"));
const RolloutsPage = lazy(() => import("./rollouts-page.tsx"));

export function FleetApp() {
  const session = useCentralSession();
  const place = usePlace();
  return (
    <QueryState query={session} loading={<LoadingState />}>
      {({ central, me, other, over = false, setup }) =>
        place.page === "invitation" ? (
          <Suspense fallback={<LoadingState />}>
            <InvitationPage key={place.token} central={central} token={place.token} />
          </Suspense>
        ) : me && other !== undefined ? (
          <OtherPerson central={central} name={me.name} other={other} />
        ) : me ? (
          <SignedIn key={me.id} me={me} place={place} />
        ) : (
          <SignInPage central={central} over={over} setup={setup} />
        )
      }
    </QueryState>
  );
}

function SignedIn({ me, place }: { me: Me; place: Place }) {
  const [changing, setChanging] = useState(false);
  useEffect(() => forgetSeen, []);
  const part = partOf(place);
  const change = () => setChanging(true);
  return (
    <>
      <FleetHeader me={me} onPassword={change} onSignOut={() => void leave()} part={part} />
      <main className={classes["main"]} aria-label={PARTS[part].title}>
        {me.password || place.page !== "sites" ? null : <NoPassword onSet={change} />}
        <Suspense fallback={<LoadingState />}>
          <Page place={place} me={me} />
        </Suspense>
      </main>
      {/* There before the first notice: readers speak what is added to it. */}
      <section aria-label={commonTexts.notice.frame} aria-live="polite">
        <Notifications position="bottom-right" limit={4} containerWidth={400} withinPortal={false} />
      </section>
      {changing ? (
        <Suspense>
          <PasswordDialog me={me} onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function NoPassword({ onSet }: { onSet: () => void }) {
  const { set, none } = fleetPeopleTexts.password;
  return (
    <Alert color="petrol" variant="light" title={none.title}>
      <div className={classes["fields"]}>
        <span>{none.text}</span>
        <div>
          <Button size="xs" onClick={onSet}>
            {set}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

function Page({ me, place }: { me: Me; place: Place }) {
  if (place.page === "site") return <SitePage key={place.hub} hub={place.hub} />;
  if (place.page === "update") return <RolloutPage key={place.id} id={place.id} />;
  if (place.page === "project") return <ProjectPage key={place.id} id={place.id} />;
  if (place.page === "projects") return <ProjectsPage />;
  if (place.page === "desired") return <DesiredPage />;
  if (place.page === "history") return <HistoryPage />;
  if (place.page === "own") return <OwnPage me={me} />;
  if (place.page === "people") return <PeoplePage me={me} />;
  return place.page === "updates" ? <RolloutsPage /> : <OverviewPage />;
}

/** Who believes to be out, and is not, would be worse off. */
async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    notice.apiError(error);
  }
}
