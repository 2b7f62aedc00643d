import { Button } from "@mantine/core";
import { useState } from "react";
import { canReload, reloadPage } from "../../lib/leave-page.ts";
import { commonTexts, shellTexts } from "../../texts/index.ts";

/** Loads the page anew as soon as there is one to be had. */
export function ReloadButton() {
  const [asking, setAsking] = useState(false);
  const [away, setAway] = useState(false);

  async function reload(): Promise<void> {
    setAsking(true);
    if (await canReload()) return reloadPage();
    setAway(true);
    setAsking(false);
  }
  return (
    <>
      <Button loading={asking} onClick={() => void reload()}>
        {shellTexts.routeError.reload}
      </Button>
      {away ? <p role="alert">{commonTexts.notice.noConnection}</p> : null}
    </>
  );
}
