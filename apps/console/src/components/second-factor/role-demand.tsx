/** Which roles need a second factor. Saved as it is ticked. */
import { LEVELS, type Level } from "@hubwart/contract";
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { notice } from "../../lib/notice.tsx";
import { rightsTexts, secondFactorTexts } from "../../texts/index.ts";
import { InfoBox } from "../info-box.tsx";
import layout from "../layout.module.css";
import classes from "./second-factor.module.css";

const texts = secondFactorTexts.demand;

export interface RoleDemandProps {
  /** What it means. */
  text: string;
  demand: readonly Level[];
  /** Names of those who have none although their role needs one. */
  without: readonly string[];
  save: (roles: readonly Level[]) => Promise<unknown>;
}

export function RoleDemand({ demand, save, text, without }: RoleDemandProps) {
  const [busy, setBusy] = useState(false);

  async function tick(role: Level, on: boolean): Promise<void> {
    setBusy(true);
    const others = demand.filter((one) => one !== role);
    try {
      await save(on ? [...others, role] : others);
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
        <p>{text}</p>
        <fieldset className={classes["roles"]} aria-label={texts.label}>
          {LEVELS.map((role) => (
            <Checkbox
              key={role}
              label={rightsTexts.role[role]}
              checked={demand.includes(role)}
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
