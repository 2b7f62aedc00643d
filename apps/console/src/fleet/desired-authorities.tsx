/** Root certificates that the sites of a group are to trust. */
import { Button } from "@mantine/core";
import { IconCertificate, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { ActionDialog } from "../components/action-dialog.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { actionColumn } from "../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { DottedName } from "../components/dotted-name.tsx";
import { FileField } from "../components/file-field.tsx";
import { InfoBox } from "../components/info-box.tsx";
import { formatDate } from "../lib/format.ts";
import { certsTexts, fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { pemOf } from "./model/pem.ts";
import type { SaveWishes, Wishes, WishesProps } from "./wishes.ts";

const texts = fleetTexts.desired.authority;
const upload = certsTexts.upload;
const ENDINGS = ".pem,.crt,.cer,.der";

type Row = Wishes["authorities"][number] & { at: number };

export function DesiredAuthorities({
  authorities,
  readOnly,
  save,
}: Omit<WishesProps, "settings"> & Pick<Wishes, "authorities">) {
  const [adding, add] = useState(false);
  const [removing, remove] = useState<Row>();
  const rows = authorities.map((one, at) => ({ ...one, at }));
  return (
    <InfoBox
      title={texts.title}
      flush
      actions={
        readOnly ? undefined : (
          <Button size="xs" leftSection={<IconCertificate size={16} aria-hidden />} onClick={() => add(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      <p className={classes["inBox"]}>{texts.text}</p>
      <DataTable
        label={texts.title}
        rows={rows}
        columns={columnsOf(readOnly ? undefined : remove)}
        rowKey={({ fingerprint }) => fingerprint}
        emptyState={texts.none}
      />
      {adding ? <AddDialog count={rows.length} save={save} onClose={() => add(false)} /> : null}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => remove(undefined)}
        title={texts.remove}
        confirmLabel={texts.remove}
        question={texts.removeQuestion(removing?.name ?? "")}
        onConfirm={() =>
          save(({ authorities: now = [], ...rest }) => {
            const left = now.filter((_, at) => at !== removing?.at);
            return { ...rest, ...(left.length > 0 && { authorities: left }) };
          })
        }
      />
    </InfoBox>
  );
}

function AddDialog({ count, onClose, save }: { count: number; onClose: () => void; save: SaveWishes }) {
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const field = `settings.authorities.${count}`;
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.add}
      confirmLabel={texts.add}
      values={{ file }}
      fields={[field]}
      check={() => (file ? {} : { [field]: upload.missing })}
      onConfirm={async () => {
        if (!file) throw new Error("a file was asked for before");
        const pem = pemOf(new Uint8Array(await file.arrayBuffer()));
        await save((now) => ({ ...now, authorities: [...(now.authorities ?? []), pem] }));
      }}
    >
      {(errors) => (
        <FileField
          file={file}
          error={errors[field]}
          onChange={setFile}
          input={input}
          accept={ENDINGS}
          hint={texts.hint}
          texts={upload.file}
          icon={IconCertificate}
        />
      )}
    </ActionDialog>
  );
}

function columnsOf(remove: ((row: Row) => void) | undefined): DataColumn<Row>[] {
  const columns: DataColumn<Row>[] = [
    { id: "name", header: texts.name, value: ({ name }) => name, rowHeader: true },
    { id: "until", header: texts.until, value: ({ until }) => until, cell: ({ until }) => formatDate(until) },
    {
      id: "fingerprint",
      header: texts.fingerprint,
      value: ({ fingerprint }) => fingerprint,
      cell: ({ fingerprint }) => (
        <span className={classes["fingerprint"]}>
          <DottedName name={fingerprint} />
        </span>
      ),
    },
  ];
  if (!remove) return columns;
  const actions = actionColumn<Row>(
    fleetTexts.desired.actions,
    ({ name }) => name,
    (row) => [{ label: texts.remove, icon: IconTrash, run: () => remove(row) }],
  );
  return [...columns, actions];
}
