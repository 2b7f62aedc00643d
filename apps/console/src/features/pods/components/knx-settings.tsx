/** Settings of a KNX pod: the way back through NAT, and the pace of its telegrams. */
import { LIMITS } from "@hubwart/contract";
import { NumberInput, Switch } from "@mantine/core";
import { podsTexts } from "../../../texts/index.ts";
import type { SettingsEdit } from "../model/use-settings.ts";

const texts = podsTexts.knx;

/** Whole milliseconds that a KNX pod accepts. */
export function isKnxTime(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LIMITS.podTimeMax;
}

export function KnxSettings({ edit }: { edit: SettingsEdit }) {
  const { nat, time } = edit.params;
  return (
    <>
      <Switch
        checked={nat === true}
        onChange={(event) => edit.setParam("nat", event.currentTarget.checked)}
        label={texts.nat}
        description={texts.natText}
      />
      <NumberInput
        value={typeof time === "number" || typeof time === "string" ? time : ""}
        onChange={(value) => edit.setParam("time", value)}
        label={texts.time}
        description={texts.timeText}
        error={isKnxTime(time) ? undefined : texts.timeWrong(LIMITS.podTimeMax)}
        suffix={"\u00a0ms"}
        min={0}
        max={LIMITS.podTimeMax}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        maw="14rem"
        required
      />
    </>
  );
}
