import { Button, Loader } from "@mantine/core";
import { infoQuery } from "../../api/info.ts";
import { queryClient } from "../../api/query-client.ts";
import { sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";
import { FrontPage } from "./front-page.tsx";

/** Nothing for a moment: a short wait must not flash. */
export function StartingPage() {
  return <output className="hw-visually-hidden">{sessionTexts.starting}</output>;
}

export function UnreachablePage() {
  const texts = sessionTexts.unreachable;
  return (
    <FrontPage title={texts.title}>
      <output className={classes["waiting"]}>
        <Loader size="xs" aria-hidden />
        {texts.text}
      </output>
      <Button variant="default" onClick={() => void queryClient.refetchQueries(infoQuery)}>
        {texts.retry}
      </Button>
    </FrontPage>
  );
}
