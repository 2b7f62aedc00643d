/** Settings for signing in by a directory service. */
import { LEVELS } from "@hubwart/contract";
import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "../../../components/copy-button.tsx";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PasswordInput } from "../../../components/password-input.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Edit, useEdit } from "../../../lib/use-edit.ts";
import { peopleTexts, oidcTexts as texts } from "../../../texts/index.ts";
import { oidcQuery, type StoredOidc, saveOidc } from "../api/oidc.ts";
import { type OidcValues, oidcBodyOf, oidcValuesOf } from "../model/oidc.ts";
import classes from "./oidc.module.css";
import { OidcRoles } from "./oidc-roles.tsx";

const WORDS = namedFields<OidcValues>({
  active: texts.active,
  label: texts.label,
  address: texts.address,
  issuer: texts.issuer,
  client_id: texts.clientId,
  client_secret: texts.secret,
  scope: texts.scope,
  claim: texts.claim,
  roles: texts.roles,
  otherwise: texts.otherwise,
  trust_factor: texts.trustFactor,
  hosts: texts.hosts,
  plain: texts.plain,
});
type OidcEdit = Edit<StoredOidc["data"], OidcValues>;

export function OidcBox() {
  const query = useQuery(oidcQuery);
  const active = query.data?.data.active;
  return (
    <InfoBox
      title={texts.box}
      status={
        active === undefined ? null : (
          <StatusBadge tone={active ? "ok" : "off"}>{active ? texts.on : texts.off}</StatusBadge>
        )
      }
    >
      <QueryState query={query}>{(stored) => <Form stored={stored} />}</QueryState>
    </InfoBox>
  );
}

function Form({ stored }: { stored: StoredOidc }) {
  const edit = useEdit<StoredOidc["data"], OidcValues, unknown>({
    form: "system.oidc",
    queryKey: oidcQuery.queryKey,
    values: oidcValuesOf,
    save: (values, _, ifMatch) => saveOidc(oidcBodyOf(values), ifMatch),
    words: WORDS,
    onSaved: () => notice.success(texts.saved),
  })(stored);
  const { active } = edit.values;
  return (
    <div className={layout["stack"]}>
      <UnsavedGuard dirty={edit.dirty} />
      <p className={layout["intro"]}>{texts.text}</p>
      <EditForm edit={edit} className={layout["stack"]}>
        <Switch
          label={texts.active}
          description={texts.activeText}
          checked={active}
          onChange={(event) => edit.set({ active: event.currentTarget.checked })}
        />
        <Service edit={edit} />
        <Rights edit={edit} />
        <EditButtons edit={edit} />
      </EditForm>
    </div>
  );
}

type TextField = "address" | "claim" | "client_id" | "hosts" | "issuer" | "label" | "scope";

function textField(edit: OidcEdit, name: TextField) {
  return {
    value: edit.values[name],
    ...edit.field(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      edit.set({ [name]: event.currentTarget.value }),
  };
}

function Service({ edit }: { edit: OidcEdit }) {
  const { active, address } = edit.values;
  const redirect = address + edit.data.path;
  return (
    <>
      <TextInput
        label={texts.issuer}
        description={texts.issuerText}
        required={active}
        {...textField(edit, "issuer")}
      />
      <TextInput label={texts.clientId} required={active} {...textField(edit, "client_id")} />
      <Secret edit={edit} />
      <TextInput
        label={texts.address}
        description={texts.addressText}
        required={active}
        {...textField(edit, "address")}
      />
      {address === "" ? null : (
        <div className={classes["address"]}>
          <span>{texts.redirect}:</span>
          <code>{redirect}</code>
          <CopyButton label={texts.copy} text={() => redirect} />
        </div>
      )}
      <TextInput label={texts.label} placeholder={texts.labelHint} {...textField(edit, "label")} />
      <TextInput label={texts.hosts} description={texts.hostsText} {...textField(edit, "hosts")} />
      <Switch
        label={texts.plain}
        description={texts.plainText}
        checked={edit.values.plain}
        onChange={(event) => edit.set({ plain: event.currentTarget.checked })}
      />
    </>
  );
}

/** Never told: an empty field keeps what is stored. */
function Secret({ edit }: { edit: OidcEdit }) {
  const { client_secret: given } = edit.values;
  const stored = edit.data.has_client_secret;
  const removing = stored && given === "";
  return (
    <>
      <PasswordInput
        label={texts.secret}
        description={removing ? texts.secretRemoved : stored ? texts.secretKept : texts.secretNone}
        placeholder={stored && !removing ? "••••••••" : undefined}
        autoComplete="off"
        disabled={removing}
        value={given ?? ""}
        error={edit.errors["client_secret"]}
        onChange={(event) => edit.set({ client_secret: event.currentTarget.value || undefined })}
      />
      {stored ? (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => edit.set({ client_secret: removing ? undefined : "" })}
          >
            {removing ? texts.keepSecret : texts.removeSecret}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Rights({ edit }: { edit: OidcEdit }) {
  const { active, otherwise, roles, trust_factor: trusted } = edit.values;
  return (
    <>
      <TextInput label={texts.scope} description={texts.scopeText} {...textField(edit, "scope")} />
      <TextInput
        label={texts.claim}
        description={texts.claimText}
        required={active}
        {...textField(edit, "claim")}
      />
      <OidcRoles rows={roles} errors={edit.errors} onChange={(rows) => edit.set({ roles: rows })} />
      <NativeSelect
        label={texts.otherwise}
        value={otherwise ?? ""}
        data={[
          { value: "", label: texts.nobody },
          ...LEVELS.map((value) => ({ value, label: peopleTexts.role[value] })),
        ]}
        onChange={(event) =>
          edit.set({ otherwise: LEVELS.find((known) => known === event.currentTarget.value) ?? null })
        }
      />
      <Switch
        label={texts.trustFactor}
        description={texts.trustFactorText}
        checked={trusted}
        onChange={(event) => edit.set({ trust_factor: event.currentTarget.checked })}
      />
    </>
  );
}
