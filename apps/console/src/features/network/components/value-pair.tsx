/** What holds now, and what will hold after the next restart of the device. */
import { InfoList } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { networkTexts as texts } from "../../../texts/index.ts";
import classes from "./network.module.css";

export interface ValuePairProps {
  active: string;
  configured: string;
  /** Whether a restart makes the configured value active. */
  differs: boolean;
}

export function ValuePair({ active, configured, differs }: ValuePairProps) {
  return (
    <InfoList
      items={[
        { label: texts.active, value: active },
        {
          label: texts.configured,
          value: (
            <span className={classes["pair"]}>
              <span>{configured}</span>
              {differs ? <StatusBadge tone="warn">{texts.afterRestart}</StatusBadge> : null}
            </span>
          ),
        },
      ]}
    />
  );
}
