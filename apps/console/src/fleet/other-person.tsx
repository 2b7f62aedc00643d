/** Somebody else signed in since, in the same browser: this page does nothing more until it is loaded anew. */
import { Button } from "@mantine/core";
import { reloadPage } from "../lib/leave-page.ts";
import { useFocusOnMount } from "../lib/use-focus-on-mount.ts";
import { fleetPeopleTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { FrontCard } from "./front-card.tsx";

const texts = fleetPeopleTexts.other;

/** @param name of who opened it. `other`: of who is signed in now */
export function OtherPerson({ central, name, other }: { central: string; name: string; other: string }) {
  const button = useFocusOnMount<HTMLButtonElement>();
  return (
    <FrontCard central={central} title={texts.title(other)}>
      <p role="alert" className={classes["note"]}>
        {texts.text(name, other)}
      </p>
      <Button ref={button} onClick={reloadPage}>
        {texts.reload}
      </Button>
    </FrontCard>
  );
}
