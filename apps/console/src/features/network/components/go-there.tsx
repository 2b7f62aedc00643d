/**
 * Leads to the new address after a moment, unless one wants to stay. The page cannot ask that address whether it
 * answers already: the content security policy lets it talk to its own device's address only.
 */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { leavePage } from "../../../lib/leave-page.ts";
import { useNow } from "../../../lib/use-now.ts";
import { networkTexts } from "../../../texts/index.ts";
import { consoleAt } from "../model/new-address.ts";
import classes from "./network.module.css";

const texts = networkTexts.test;
/** ms; the address has to be taken by then, and one wants to read where one is led. */
const WAIT = 8_000;

export function GoThere({ address }: { address: string }) {
  const now = useNow(1_000);
  const [at] = useState(() => Date.now() + WAIT);
  const [staying, setStaying] = useState(false);
  const due = !staying && now >= at;
  useEffect(() => {
    if (due) leavePage(consoleAt(address));
  }, [due, address]);
  return (
    <div className={classes["pair"]}>
      {staying ? null : <p>{texts.going(Math.max(0, Math.ceil((at - now) / 1_000)))}</p>}
      <Button size="xs" onClick={() => leavePage(consoleAt(address))}>
        {texts.go}
      </Button>
      {staying ? null : (
        <Button size="xs" variant="default" onClick={() => setStaying(true)}>
          {texts.stay}
        </Button>
      )}
    </div>
  );
}
