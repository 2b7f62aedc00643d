/** Settings of a KNX pod: the way back through NAT, and the pace of its telegrams. */
import { LIMITS } from "@hubwart/contract";
import { NumberInput, Switch } from "@mantine/core";
import { podsTexts } from "../../../texts/index.ts";
import { type SettingsEdit, setParam } from "../model/use-settings.ts";

const texts = podsTexts.knx;

export function KnxSettings({ edit }: { edit: SettingsEdit }) {
  const { nat, time } = edit.values.params;
  return (
    <>
      <Switch
        checked={nat === true}
        onChange={(event) => setParam(edit, "nat", event.currentTarget.checked)}
        label={texts.nat}
        description={texts.natText}
      />
      <NumberInput
        value={typeof time === "number" || typeof time === "string" ? time : ""}
        onChange={(value) => setParam(edit, "time", value)}
        label={texts.time}
        description={texts.timeText}
        error={edit.errors["params.time"]}
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
