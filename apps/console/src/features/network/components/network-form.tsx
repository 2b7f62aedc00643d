/** Switch, overview and boxes of the adapters in one form: they are saved, and tested, together. */
import type { NetworkAdapter } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { EditButtons, EditForm, focusFirstWrong, keepFocus } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import type { Edit } from "../../../lib/use-edit.ts";
import { networkTexts } from "../../../texts/index.ts";
import type { NetworkConfig } from "../api/settings.ts";
import { type NetworkValues, networkValues, toWire } from "../model/adapters.ts";
import type { NetworkTest } from "../model/use-network-test.ts";
import { AdapterBox } from "./adapter-box.tsx";
import { AdapterOverview } from "./adapter-overview.tsx";
import classes from "./network.module.css";
import { TestDialog } from "./test-dialog.tsx";

const texts = networkTexts.network;

export interface NetworkFormProps {
  edit: Edit<NetworkConfig, NetworkValues>;
  test: NetworkTest;
  /** The test has begun and its dialog is closed. */
  onStarted: () => void;
}

export function NetworkForm({ edit, test, onStarted }: NetworkFormProps) {
  const { data, values } = edit;
  const [asking, setAsking] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const locked = test.run !== undefined;
  const change = (index: number, part: Partial<NetworkAdapter>): void => {
    const interfaces = values.interfaces.map((adapter, at) =>
      at === index ? { ...adapter, ...part } : adapter,
    );
    edit.set({ interfaces });
  };
  function ask(): void {
    edit.complain();
    if (edit.valid) setAsking(true);
    else requestAnimationFrame(() => focusFirstWrong(frame.current));
  }
  return (
    <div ref={frame}>
      <EditForm edit={edit} className={classes["stack"]} disabled={locked}>
        <AdapterOverview edit={edit} locked={locked} />
        {locked || !values.use ? (
          <p className={classes["text"]}>{locked ? texts.locked : texts.switchOn}</p>
        ) : null}
        <div className={classes["boxes"]}>
          {values.interfaces.map((adapter, index) => (
            <AdapterBox
              key={adapter.device}
              index={index}
              adapter={adapter}
              data={data}
              errors={edit.errors}
              disabled={locked || !values.use}
              onChange={(part) => change(index, part)}
              onLeave={(field) => edit.leave(`interfaces.${index}.${field}`)}
            />
          ))}
        </div>
        <InfoBox title={texts.actions} icon={IconDeviceFloppy}>
          <div className={classes["dialog"]}>
            <p className={classes["text"]}>{texts.actionsText}</p>
            {values.use ? null : <p className={classes["text"]}>{networkTexts.test.switchOnFirst}</p>}
            <EditButtons
              edit={edit}
              saveLabel={networkTexts.saveOf(networkTexts.tabs.network)}
              disabled={locked}
            >
              <Button
                variant="default"
                disabled={locked || !values.use || !data.support.supported || edit.saving}
                onMouseDown={keepFocus}
                onClick={ask}
              >
                {networkTexts.test.button}
              </Button>
            </EditButtons>
            <LastTest test={test} />
          </div>
        </InfoBox>
      </EditForm>
      <TestDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onStarted={onStarted}
        onStart={(seconds) => test.start(toWire(values, networkValues(data)).interfaces, seconds)}
      />
    </div>
  );
}

function LastTest({ test: { last, run } }: { test: NetworkTest }) {
  if (last === null || run !== undefined) return null;
  return (
    <p className={classes["text"]}>
      {networkTexts.test.last}: {networkTexts.test.short[last.outcome]}, {formatDateTime(last.at * 1_000)}
    </p>
  );
}
