/** The servers the device takes its time from. */
import { Button, Switch, TextInput } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { EditButtons, EditForm, keepFocus } from "../../../components/edit-form.tsx";
import { notice } from "../../../lib/notice.tsx";
import type { Edit } from "../../../lib/use-edit.ts";
import { networkTexts } from "../../../texts/index.ts";
import { useNtpTest } from "../api/checks.ts";
import type { NtpConfig } from "../api/settings.ts";
import type { NtpValues } from "../model/sections.ts";
import type { SectionState } from "../model/use-section.ts";
import { NtpResults } from "./ntp-results.tsx";
import { SectionBox } from "./section-box.tsx";
import { StatePair } from "./value-pair.tsx";

const texts = networkTexts.ntp;

export function NtpTab({ ntp }: { ntp: SectionState<NtpConfig, NtpValues> }) {
  return <SectionBox section={ntp} title={texts.box} icon={IconClock} form={NtpForm} />;
}

const stateOf = ({ use, server, fallback }: NtpValues): string =>
  texts.state(
    use,
    [server, fallback].filter((name) => name !== ""),
  );

function NtpForm({ edit }: { edit: Edit<NtpConfig, NtpValues> }) {
  const { data, values, errors, set } = edit;
  const check = useNtpTest();
  const servers = [values.server, values.fallback].map((name) => name.trim()).filter((name) => name !== "");
  const field = (name: "server" | "fallback") => ({
    disabled: !values.use,
    autoComplete: "off",
    spellCheck: false,
    value: values[name],
    error: values.use ? errors[name] : undefined,
    onBlur: () => edit.leave(name),
  });
  return (
    <EditForm edit={edit}>
      <StatePair data={data} text={stateOf} />
      <Switch
        label={texts.use}
        checked={values.use}
        onChange={(event) => set({ use: event.currentTarget.checked })}
      />
      <TextInput
        label={texts.server}
        description={texts.serverText}
        {...field("server")}
        onChange={(event) => set({ server: event.currentTarget.value })}
      />
      <TextInput
        label={texts.fallback}
        description={texts.fallbackText}
        {...field("fallback")}
        onChange={(event) => set({ fallback: event.currentTarget.value })}
      />
      <NtpResults results={check.data?.results} />
      <EditButtons edit={edit} saveLabel={networkTexts.saveOf(texts.box)}>
        <Button
          variant="default"
          disabled={!values.use || servers.length === 0}
          loading={check.isPending}
          onMouseDown={keepFocus}
          onClick={() => {
            if (edit.valid) check.mutate(servers, { onError: (error) => notice.apiError(error) });
            else edit.complain();
          }}
        >
          {texts.check}
        </Button>
      </EditButtons>
    </EditForm>
  );
}
