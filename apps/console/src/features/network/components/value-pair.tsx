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

export interface StatePairProps<V> {
  /** As stored; `active`: as the device has it, null where that is not known. */
  data: V & { active: V | null; support: { supported: boolean } };
  text: (values: V) => string;
}

export function StatePair<V>({ data, text }: StatePairProps<V>) {
  const { active, support } = data;
  return (
    <ValuePair
      active={active ? text(active) : texts.notKnown}
      configured={text(data)}
      differs={support.supported && active !== null && text(active) !== text(data)}
    />
  );
}
