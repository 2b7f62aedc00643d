/** Which roles need a second factor. Saved as it is ticked. */
import { LEVELS, type Level } from "@hubwart/contract";
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { notice } from "../../../lib/notice.tsx";
import { peopleTexts } from "../../../texts/index.ts";
import { type PeopleList, usePeopleActions } from "../api/people.ts";
import classes from "./people.module.css";

const texts = peopleTexts.demand;

export function DemandBox({ list, etag }: { list: PeopleList; etag: string | undefined }) {
  const { demand } = usePeopleActions();
  const [busy, setBusy] = useState(false);
  const without = list.people
    .filter(({ factor, role, state }) => list.demand.includes(role) && !factor && state === "active")
    .map(({ label, name }) => label || name);

  async function tick(role: Level, on: boolean): Promise<void> {
    setBusy(true);
    const others = list.demand.filter((one) => one !== role);
    try {
      await demand(on ? [...others, role] : others, etag);
      notice.success(texts.saved);
    } catch (error) {
      notice.apiError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <InfoBox title={texts.title}>
      <div className={layout["stack"]}>
        <p>{texts.text}</p>
        <fieldset className={classes["roles"]} aria-label={texts.label}>
          {LEVELS.map((role) => (
            <Checkbox
              key={role}
              label={peopleTexts.role[role]}
              checked={list.demand.includes(role)}
              disabled={busy}
              onChange={(event) => void tick(role, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        {without.length > 0 ? <p>{texts.without(without.join(", "))}</p> : null}
      </div>
    </InfoBox>
  );
}
