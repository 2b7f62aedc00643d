/** People that the sites of a group are to have, and those who may not be there any more. */

import { Button, NativeSelect } from "@mantine/core";
import { IconPencil, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ActionDialog } from "../components/action-dialog.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { actionColumn } from "../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { InfoBox } from "../components/info-box.tsx";
import layout from "../components/layout.module.css";
import { type Draft, draftOf, editableOf, NEW, wrongOf } from "../components/person/draft.ts";
import { PersonFields, PersonName } from "../components/person/person-fields.tsx";
import { NOTHING } from "../lib/format.ts";
import { useParts } from "../lib/use-parts.ts";
import { commonTexts, fleetTexts, peopleTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { type Wish, wishesOf, withoutPerson, withPerson } from "./model/people-wishes.ts";
import type { SaveWishes, WishesProps } from "./wishes.ts";

const texts = fleetTexts.desired.people;

export function DesiredPeople({ readOnly, save, settings }: WishesProps) {
  const [editing, edit] = useState<Wish | "new">();
  const [removing, remove] = useState<Wish>();
  const rows = wishesOf(settings);
  return (
    <InfoBox
      title={texts.title}
      flush
      actions={
        readOnly ? undefined : (
          <Button size="xs" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => edit("new")}>
            {texts.add}
          </Button>
        )
      }
    >
      <p className={classes["inBox"]}>{texts.text}</p>
      <DataTable
        label={texts.title}
        rows={rows}
        columns={columnsOf(readOnly ? undefined : { edit, remove })}
        rowKey={({ name }) => name}
        emptyState={texts.none}
      />
      {editing ? (
        <WishDialog
          wish={editing === "new" ? undefined : editing}
          onClose={() => edit(undefined)}
          save={(wish) => save((now) => withPerson(now, wish, editing === "new" ? undefined : editing))}
        />
      ) : null}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => remove(undefined)}
        title={texts.remove}
        confirmLabel={texts.remove}
        question={texts.removeQuestion(removing?.name ?? "")}
        onConfirm={async () => {
          if (removing) await save((now) => withoutPerson(now, removing));
        }}
      />
    </InfoBox>
  );
}

interface WishDialogProps {
  /** undefined: a new one. */
  wish: Wish | undefined;
  onClose: () => void;
  save: (wish: Wish) => ReturnType<SaveWishes>;
}

function WishDialog({ onClose, save, wish }: WishDialogProps) {
  const [draft, set] = useParts<Draft & { gone: boolean }>({
    ...(wish?.person ? draftOf(wish.person) : { ...NEW, name: wish?.name ?? "" }),
    gone: wish !== undefined && wish.person === undefined,
  });
  const person = editableOf(draft);
  return (
    <ActionDialog
      onClose={onClose}
      title={wish ? texts.editTitle(wish.name) : texts.add}
      confirmLabel={wish ? commonTexts.action.save : texts.add}
      values={draft}
      check={() => wrongOf(draft.gone ? { ...draft, kept: false } : draft)}
      fields={["name", "label", "role", "channels"]}
      onConfirm={() => save(draft.gone ? { name: person.name } : { name: person.name, person })}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <NativeSelect
            label={texts.wish}
            description={draft.gone ? texts.goneText : undefined}
            value={draft.gone ? "gone" : "here"}
            onChange={({ currentTarget: { value } }) => set({ gone: value === "gone" })}
            data={[
              { value: "here", label: texts.here },
              { value: "gone", label: texts.gone },
            ]}
          />
          {draft.gone ? (
            <PersonName draft={draft} set={set} refused={refused} />
          ) : (
            <PersonFields draft={draft} set={set} refused={refused} />
          )}
        </div>
      )}
    </ActionDialog>
  );
}

interface RowDoes {
  edit: (wish: Wish) => void;
  remove: (wish: Wish) => void;
}

function columnsOf(does: RowDoes | undefined): DataColumn<Wish>[] {
  const columns: DataColumn<Wish>[] = [
    {
      id: "name",
      header: texts.name,
      value: ({ name, person }) => named(name, person?.label),
      rowHeader: true,
    },
    {
      id: "role",
      header: texts.role,
      value: ({ person }) => (person ? peopleTexts.role[person.role] : texts.gone),
    },
    {
      id: "channels",
      header: texts.channels,
      value: ({ person }) => (person ? (person.channels?.join(", ") ?? texts.all) : NOTHING),
      breaks: true,
    },
  ];
  if (!does) return columns;
  const actions = actionColumn<Wish>(
    fleetTexts.desired.actions,
    ({ name }) => name,
    (wish) => [
      { label: texts.edit, icon: IconPencil, run: () => does.edit(wish) },
      { label: texts.remove, icon: IconTrash, run: () => does.remove(wish) },
    ],
  );
  return [...columns, actions];
}

const named = (name: string, label = ""): string => (label === "" ? name : `${name} (${label})`);
