import { Button, Loader } from "@mantine/core";
import { infoQuery } from "../../api/info.ts";
import { queryClient } from "../../api/query-client.ts";
import { useAnnounce } from "../../lib/announce.ts";
import { sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";
import { FrontPage } from "./front-page.tsx";

/** Said aloud only where it lasts, ms. */
const LASTS = 1_000;

/** Nothing for a moment: a short wait must not flash. */
export function StartingPage() {
  useAnnounce(sessionTexts.starting, LASTS);
  return <p className="hw-visually-hidden">{sessionTexts.starting}</p>;
}

export function UnreachablePage() {
  const texts = sessionTexts.unreachable;
  useAnnounce(texts.text);
  return (
    <FrontPage title={texts.title}>
      <p className={classes["waiting"]}>
        <Loader size="xs" aria-hidden />
        {texts.text}
      </p>
      <Button variant="default" onClick={() => void queryClient.refetchQueries(infoQuery)}>
        {texts.retry}
      </Button>
    </FrontPage>
  );
}
