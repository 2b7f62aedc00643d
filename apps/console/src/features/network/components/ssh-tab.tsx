/** Whether one may sign in on the device's own shell over the network. */
import { IconTerminal2 } from "@tabler/icons-react";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import type { Edit } from "../../../lib/use-edit.ts";
import { networkTexts } from "../../../texts/index.ts";
import type { SshConfig } from "../api/settings.ts";
import type { SshValues } from "../model/sections.ts";
import type { SectionState } from "../model/use-section.ts";
import { DescribedSwitch } from "./described-switch.tsx";
import { SectionBox } from "./section-box.tsx";
import { StatePair } from "./value-pair.tsx";

const texts = networkTexts.ssh;

export function SshTab({ ssh }: { ssh: SectionState<SshConfig, SshValues> }) {
  return <SectionBox section={ssh} title={texts.box} icon={IconTerminal2} form={SshForm} />;
}

function stateOf({ use, start }: SshValues): string {
  if (!use) return texts.state.off;
  return start ? texts.state.running : texts.state.stopped;
}

function SshForm({ edit }: { edit: Edit<SshConfig, SshValues> }) {
  const { data, values, set } = edit;
  return (
    <EditForm edit={edit}>
      <StatePair data={data} text={stateOf} />
      <DescribedSwitch
        label={texts.use}
        text={texts.explain}
        checked={values.use}
        onChange={(use) => set({ use })}
      />
      {values.use ? (
        <DescribedSwitch
          label={texts.start}
          text={texts.startText}
          checked={values.start}
          onChange={(start) => set({ start })}
        />
      ) : null}
      <EditButtons edit={edit} saveLabel={networkTexts.saveOf(texts.box)} />
    </EditForm>
  );
}
