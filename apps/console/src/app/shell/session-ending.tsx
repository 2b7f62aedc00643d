/** Announces in the last minute that the session is about to end, and offers to stay. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { renewToken } from "../../api/sign-in.ts";
import { notice } from "../../lib/notice.tsx";
import { useNow } from "../../lib/use-now.ts";
import { secondsLeft } from "../../session/login-lock.ts";
import { useSession } from "../../session/session.ts";
import { sessionTexts } from "../../texts/index.ts";
import classes from "./session-ending.module.css";

const texts = sessionTexts.ending;

export function SessionEnding() {
  const { phase, endsAt } = useSession();
  return phase === "active" && endsAt !== undefined ? <Announcement endsAt={endsAt} /> : null;
}

function Announcement({ endsAt }: { endsAt: number }) {
  const seconds = secondsLeft(endsAt, useNow(1_000));
  const [pending, setPending] = useState(false);

  async function stay(): Promise<void> {
    setPending(true);
    try {
      await renewToken();
    } catch (error) {
      notice.apiError(error);
    } finally {
      setPending(false);
    }
  }
  return (
    <aside className={classes["box"]} aria-label={texts.title}>
      <p className={classes["title"]} role="alert">
        {texts.title}
      </p>
      <p className={classes["text"]}>{texts.text(seconds)}</p>
      <Button size="xs" loading={pending} onClick={() => void stay()}>
        {texts.stay}
      </Button>
    </aside>
  );
}
