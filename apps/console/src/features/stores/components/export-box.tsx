/** Handing recorded values on to a time-series database: its settings, and how it goes. */
import { LAKE_EXPORT_KINDS, LIMITS } from "@hubwart/contract";
import { NativeSelect, NumberInput, Switch, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { EditBox } from "../../../components/edit-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { TokenField } from "../../../components/token-field.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { type Edit, useEdit } from "../../../lib/use-edit.ts";
import { commonTexts, storesTexts } from "../../../texts/index.ts";
import { type ExportValues, exportBody, exportQuery, type StoredExport, saveExport } from "../api/export.ts";
import { ExportState } from "./export-state.tsx";

const texts = storesTexts.export;

const LABELS = {
  active: texts.active,
  kind: texts.kind,
  url: texts.url,
  org: texts.org,
  bucket: texts.bucket,
  table: texts.table.influxdb,
  buffer: texts.buffer,
};

export function ExportBox() {
  const query = useQuery(exportQuery);
  return <QueryState query={query}>{(stored) => <ExportForm stored={stored} />}</QueryState>;
}

function ExportForm({ stored }: { stored: StoredExport }) {
  const client = useQueryClient();
  const edit = useEdit<StoredExport["data"], ExportValues, unknown>({
    form: "stores.export",
    queryKey: exportQuery.queryKey,
    eager: true,
    values: valuesOf,
    errors: fieldErrors,
    save: (values, _, ifMatch) => saveExport(values, ifMatch),
    words: namedFields(LABELS, (field, value) =>
      field === "kind" ? texts.kinds[value as ExportValues["kind"]] : undefined,
    ),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ["stores"] });
      notice.success(texts.saved);
    },
  })(stored);
  return (
    <EditBox
      edit={edit}
      title={texts.box}
      text={<p className={layout["intro"]}>{texts.text}</p>}
      unready={!edit.valid}
      aside={
        <ExportState active={stored.data.export.active} url={stored.data.export.url} dirty={edit.dirty} />
      }
    >
      <Fields edit={edit} />
    </EditBox>
  );
}

function Fields({ edit }: { edit: Edit<StoredExport["data"], ExportValues> }) {
  const { active, bucket, buffer, kind, org, table, token, url } = edit.values;
  const field = (name: keyof ExportValues) => ({ disabled: !active, ...edit.field(name) });
  return (
    <>
      <Switch
        label={texts.active}
        checked={active}
        onChange={(event) => edit.set({ active: event.currentTarget.checked })}
      />
      <NativeSelect
        label={texts.kind}
        {...field("kind")}
        value={kind}
        onChange={(event) => {
          const chosen = LAKE_EXPORT_KINDS.find((known) => known === event.currentTarget.value);
          if (chosen) edit.set({ kind: chosen });
        }}
        data={LAKE_EXPORT_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      <TextInput
        label={texts.url}
        required
        description={texts.urlText[kind]}
        {...field("url")}
        value={url}
        onChange={(event) => edit.set({ url: event.currentTarget.value })}
      />
      <TokenField
        token={token}
        stored={edit.data.export.has_token}
        hint={texts.tokenText[kind]}
        disabled={!active}
        error={edit.errors["token"]}
        onChange={(given) => edit.set({ token: given })}
      />
      {kind === "influxdb" ? (
        <>
          <TextInput
            label={texts.org}
            {...field("org")}
            value={org}
            onChange={(event) => edit.set({ org: event.currentTarget.value })}
          />
          <TextInput
            label={texts.bucket}
            required
            description={texts.bucketText}
            {...field("bucket")}
            value={bucket}
            onChange={(event) => edit.set({ bucket: event.currentTarget.value })}
          />
        </>
      ) : null}
      <TextInput
        label={texts.table[kind]}
        {...field("table")}
        value={table}
        onChange={(event) => edit.set({ table: event.currentTarget.value })}
      />
      <NumberInput
        label={texts.buffer}
        description={texts.bufferText}
        {...field("buffer")}
        min={LIMITS.lakeExportBufferMin}
        max={LIMITS.lakeExportBufferMax}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator="."
        decimalSeparator=","
        value={buffer}
        onChange={(value) => edit.set({ buffer: Number(value) })}
      />
    </>
  );
}

/** In the shape of the save. The token is not told, so it is not there. */
function valuesOf(data: StoredExport["data"]): ExportValues {
  const { has_token: _, ...values } = data.export;
  return values;
}

function fieldErrors(values: ExportValues): Record<string, string> {
  const errors = schemaErrors(exportBody, values);
  if (!values.active) return errors;
  if (values.url.trim() === "") errors["url"] ??= commonTexts.form.required;
  if (values.kind === "influxdb" && values.bucket.trim() === "")
    errors["bucket"] ??= commonTexts.form.required;
  return errors;
}
