/** Settings of Grafana and Tailscale: a password, a token. */
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PasswordInput } from "../../../components/password-input.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Stored, useEdit } from "../../../lib/use-edit.ts";
import { containersTexts } from "../../../texts/index.ts";
import {
  setGrafanaPassword,
  TAILSCALE,
  type TailscaleConfig,
  useSaves,
  useTailscaleConfig,
} from "../api/add-ons.ts";
import { PasswordReset } from "./password-reset.tsx";
import classes from "./section.module.css";

export function GrafanaTab() {
  return (
    <InfoBox title={containersTexts.grafana.box}>
      <PasswordReset set={setGrafanaPassword} />
    </InfoBox>
  );
}

export function TailscaleTab() {
  const query = useTailscaleConfig();
  return (
    <InfoBox title={containersTexts.tailscale.box}>
      <QueryState query={query}>{(stored) => <TailscaleForm stored={stored} />}</QueryState>
    </InfoBox>
  );
}

interface TailscaleValues {
  active: boolean;
  /** Empty: as stored. */
  token: string;
}

function TailscaleForm({ stored }: { stored: Stored<TailscaleConfig> }) {
  const texts = containersTexts.tailscale;
  const { tailscale } = useSaves();
  const edit = useEdit<TailscaleConfig, TailscaleValues, unknown>({
    form: "containers.tailscale",
    queryKey: TAILSCALE,
    values: ({ active }) => ({ active, token: "" }),
    save: (values, _, ifMatch) => tailscale(values, ifMatch),
    words: namedFields({ active: containersTexts.rules.active, token: texts.token }),
    onSaved: () => notice.success(texts.saved),
  })(stored);
  return (
    <EditForm edit={edit} className={classes["form"]}>
      <PasswordInput
        label={texts.token}
        description={stored.data.has_token ? texts.has : undefined}
        autoComplete="off"
        value={edit.values.token}
        error={edit.errors["token"]}
        onChange={(e) => edit.set({ token: e.currentTarget.value })}
      />
      <EditButtons edit={edit} only />
    </EditForm>
  );
}
