/** The console once the site has answered; before that, why it does not. */
import { LIMITS } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { infoQuery } from "../../api/info.ts";
import { FrontPage } from "../../app/gate/front-page.tsx";
import { PageGround } from "../../app/gate/page-ground.tsx";
import { StartingPage } from "../../app/gate/waiting-pages.tsx";
import { OverlayView } from "../../app/overlay/overlay-view.tsx";
import { SignedIn } from "../../app/signed-in.tsx";
import { LiveRegion } from "../../components/live-region.tsx";
import { errorText } from "../../lib/error-text.ts";
import { useOverlay } from "../../overlay/overlay-store.ts";
import { useSession } from "../../session/session.ts";
import { fleetTexts } from "../../texts/index.ts";
import { OtherPerson } from "../other-person.tsx";
import { useCentralSession } from "../session.ts";

const texts = fleetTexts.site;

export function SiteConsole({ onBack }: { onBack: () => void }) {
  const { phase } = useSession();
  const { central = "", me, other } = useCentralSession().data ?? {};
  const covered = useOverlay().kind !== "none";
  const known = phase === "active";
  const { error, refetch } = useQuery({
    ...infoQuery,
    retry: false,
    refetchInterval: known ? false : LIMITS.statusPoll,
  });
  // Stays while it is tried again.
  const [failed, setFailed] = useState<Error>();
  if (error && error !== failed) setFailed(error);
  if (me && other !== undefined) return <OtherPerson central={central} name={me.name} other={other} />;
  return (
    <>
      <PageGround covered={covered}>
        {known ? (
          <SignedIn />
        ) : failed ? (
          <NotReached error={failed} onAgain={() => void refetch()} onBack={onBack} />
        ) : (
          <StartingPage />
        )}
      </PageGround>
      <OverlayView />
      <LiveRegion />
    </>
  );
}

function NotReached({ error, onAgain, onBack }: { error: Error; onAgain: () => void; onBack: () => void }) {
  const { detail, text } = errorText(error);
  return (
    <FrontPage title={texts.notReached}>
      <p role="alert">{detail ?? text}</p>
      <Button onClick={onAgain}>{texts.again}</Button>
      <Button variant="default" onClick={onBack}>
        {texts.backHere}
      </Button>
    </FrontPage>
  );
}
