/** Name and time zone of the device. */
import { ZONES } from "@hubwart/contract";
import { Select, TextInput } from "@mantine/core";
import { IconServer, IconWorld } from "@tabler/icons-react";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { BoxGrid, InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import type { Edit } from "../../../lib/use-edit.ts";
import { networkTexts as texts } from "../../../texts/index.ts";
import type { HostnameConfig, ZoneConfig } from "../api/settings.ts";
import type { HostnameValues, ZoneValues } from "../model/sections.ts";
import type { SectionState } from "../model/use-section.ts";
import classes from "./network.module.css";
import { type MaybeSupported, SupportNote } from "./support-note.tsx";
import { ValuePair } from "./value-pair.tsx";

export interface HostTabProps {
  hostname: SectionState<HostnameConfig, HostnameValues>;
  zone: SectionState<ZoneConfig, ZoneValues>;
}

export function HostTab({ hostname, zone }: HostTabProps) {
  return (
    <BoxGrid>
      <InfoBox title={texts.hostname.box} icon={IconServer}>
        <QueryState query={hostname.query}>
          {(stored) => <HostnameForm edit={hostname.edit(stored)} />}
        </QueryState>
      </InfoBox>
      <InfoBox title={texts.zone.box} icon={IconWorld}>
        <QueryState query={zone.query}>{(stored) => <ZoneForm edit={zone.edit(stored)} />}</QueryState>
      </InfoBox>
    </BoxGrid>
  );
}

interface NameStateProps {
  data: { active: string; support: MaybeSupported };
  configured: string;
}

function NameState({ configured, data: { active, support } }: NameStateProps) {
  return (
    <>
      <SupportNote support={support} />
      <ValuePair
        active={active}
        configured={configured}
        differs={support.supported && active !== configured}
      />
    </>
  );
}

function HostnameForm({ edit }: { edit: Edit<HostnameConfig, HostnameValues> }) {
  const { data, values, set } = edit;
  return (
    <EditForm edit={edit}>
      <NameState data={data} configured={data.hostname} />
      <TextInput
        label={texts.hostname.label}
        required
        description={texts.hostname.text}
        autoComplete="off"
        spellCheck={false}
        value={values.hostname}
        {...edit.field("hostname")}
        onChange={(event) => set({ hostname: event.currentTarget.value.trim() })}
      />
      <EditButtons edit={edit} saveLabel={texts.saveOf(texts.hostname.box)} />
    </EditForm>
  );
}

const GROUPS = [
  { group: texts.zone.groups.utc, items: ZONES.filter((zone) => !zone.includes("/")) },
  { group: texts.zone.groups.europe, items: ZONES.filter((zone) => zone.includes("/")) },
];

function ZoneForm({ edit }: { edit: Edit<ZoneConfig, ZoneValues> }) {
  const { data, values, set } = edit;
  return (
    <EditForm edit={edit}>
      <NameState data={data} configured={data.zone} />
      <Select
        label={texts.zone.label}
        description={texts.zone.text}
        data={GROUPS}
        searchable
        allowDeselect={false}
        // In place, so that it belongs to its landmark; the list scrolls itself, which readers know of a list.
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        classNames={{ options: classes["choices"] ?? "" }}
        value={ZONES.find((zone) => zone === values.zone) ?? null}
        {...edit.field("zone")}
        onChange={(zone) => {
          if (zone !== null) set({ zone });
        }}
      />
      <EditButtons edit={edit} saveLabel={texts.saveOf(texts.zone.box)} />
    </EditForm>
  );
}
