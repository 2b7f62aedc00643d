/** Adding and changing who may sign in. What is told once is shown until its button closes it. */

import { CODES, LEVELS, type Level } from "@hubwart/contract";
import {
  type CentralPerson,
  centralPersonCreate,
  centralPersonFactorRemove,
  centralPersonLink,
  centralPersonRemove,
  centralPersonSave,
  centralPersonToken,
  centralPersonTokenRemove,
} from "@hubwart/fleet/calls";
import { Select, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ActionDialog } from "../components/action-dialog.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { QrPicture } from "../components/qr-picture.tsx";
import { SecretDialog } from "../components/secret-dialog.tsx";
import { notice } from "../lib/notice.tsx";
import { fleetPeopleTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { invitationAddress } from "./place.ts";

const texts = fleetPeopleTexts.people;

export type Opened =
  | { what: "add" }
  | { what: "level" | "link" | "factorRemove" | "token" | "tokenRemove" | "remove"; person: CentralPerson }
  | { what: "told"; name: string; link?: string; token?: string }
  | undefined;

export interface PeopleDialogsProps {
  opened: Opened;
  open: (opened: Opened) => void;
}

export function PeopleDialogs({ open, opened }: PeopleDialogsProps) {
  const client = useQueryClient();
  const close = () => open(undefined);
  const changed = (said?: string) => {
    if (said !== undefined) notice.success(said);
    void client.invalidateQueries({ queryKey: ["people"] });
  };
  return (
    <>
      {opened?.what === "add" ? (
        <AddDialog
          onClose={close}
          onAdded={(told) => {
            changed();
            open({ what: "told", ...told });
          }}
        />
      ) : null}
      {opened?.what === "level" ? (
        <LevelDialog person={opened.person} onClose={close} onSaved={() => changed(texts.saved)} />
      ) : null}
      {opened?.what === "told" ? <Told {...opened} onClose={close} /> : null}
      <Questions opened={opened} open={open} changed={changed} />
    </>
  );
}

interface Added {
  name: string;
  link?: string;
  token?: string;
}

const LEVEL_CHOICES = LEVELS.map((value) => ({ value, label: texts.levels[value] }));
const WAYS = [
  { value: "link", label: texts.byLink },
  { value: "token", label: texts.byToken },
];
const isLevel = (value: string | null): value is Level => LEVELS.some((level) => level === value);

function LevelField({ level, onChange }: { level: Level; onChange: (level: Level) => void }) {
  return (
    <Select
      label={texts.level}
      description={texts.levelTexts[level]}
      data={LEVEL_CHOICES}
      allowDeselect={false}
      value={level}
      onChange={(value) => {
        if (isLevel(value)) onChange(value);
      }}
    />
  );
}

function AddDialog({ onAdded, onClose }: { onAdded: (added: Added) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [level, setLevel] = useState<Level>("see");
  const [by, setBy] = useState<"link" | "token">("link");
  const draft = useMemo(() => ({ name, level, by }), [name, level, by]);
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={texts.add}
      confirmLabel={texts.add}
      fields={["name"]}
      messages={{ [CODES.conflict]: { field: "name" } }}
      values={draft}
      check={() => ({ ...(name.trim() === "" && { name: texts.noName }) })}
      onConfirm={() => callCentral(centralPersonCreate, { body: draft })}
      onDone={({ link, token }) =>
        onAdded({ name: name.trim(), ...(link && { link: link.token }), ...(token && { token }) })
      }
    >
      {(errors) => (
        <div className={classes["fields"]}>
          <TextInput
            label={texts.name}
            required
            data-autofocus
            value={name}
            maxLength={60}
            error={errors["name"]}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <LevelField level={level} onChange={setLevel} />
          <Select
            label={texts.by}
            description={by === "link" ? texts.byLinkText : texts.byTokenText}
            data={WAYS}
            allowDeselect={false}
            value={by}
            onChange={(value) => setBy(value === "token" ? "token" : "link")}
          />
        </div>
      )}
    </ActionDialog>
  );
}

interface LevelDialogProps {
  person: CentralPerson;
  onClose: () => void;
  onSaved: () => void;
}

function LevelDialog({ onClose, onSaved, person: { id, level: before, name } }: LevelDialogProps) {
  const [level, setLevel] = useState(before);
  const draft = useMemo(() => ({ id, level }), [id, level]);
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={texts.editTitle(name)}
      confirmLabel={texts.save}
      canConfirm={level !== before}
      values={draft}
      onConfirm={() => callCentral(centralPersonSave, { body: draft })}
      onDone={onSaved}
    >
      <div className={classes["fields"]}>
        <LevelField level={level} onChange={setLevel} />
        <p className={classes["note"]}>{texts.ends}</p>
      </div>
    </ActionDialog>
  );
}

function Told({ link, name, onClose, token }: Added & { onClose: () => void }) {
  const { close, copy } = texts;
  if (link === undefined)
    return (
      <SecretDialog
        title={texts.tokenTitle(name)}
        secret={token ?? ""}
        texts={{ shown: texts.tokenShown, keep: texts.tokenKeep, copy, close }}
        onClose={onClose}
      />
    );
  const address = `${window.location.origin}/${invitationAddress(link)}`;
  return (
    <SecretDialog
      title={texts.linkTitle(name)}
      secret={address}
      texts={{ shown: texts.linkShown, keep: texts.linkKeep, copy, close }}
      onClose={onClose}
    >
      <QrPicture text={address} label={texts.linkPicture} />
    </SecretDialog>
  );
}

interface QuestionsProps extends PeopleDialogsProps {
  changed: (said?: string) => void;
}

function Questions({ changed, open, opened }: QuestionsProps) {
  const person = opened && "person" in opened ? opened.person : undefined;
  const { id = "", name = "", password = false } = person ?? {};
  const close = () => open(undefined);
  const what = opened?.what;
  return (
    <>
      <ConfirmDialog
        opened={what === "link"}
        onClose={close}
        title={password ? texts.reset : texts.link}
        confirmLabel={password ? texts.reset : texts.link}
        question={password ? texts.resetQuestion(name) : texts.linkQuestion(name)}
        danger={password}
        onConfirm={() => callCentral(centralPersonLink, { body: { id } })}
        onDone={({ link }) => {
          changed();
          open({ what: "told", name, link: link.token });
        }}
      />
      <ConfirmDialog
        opened={what === "factorRemove"}
        onClose={close}
        title={texts.factorRemove}
        confirmLabel={texts.factorRemove}
        question={texts.factorRemoveQuestion(name)}
        danger
        onConfirm={() => callCentral(centralPersonFactorRemove, { body: { id } })}
        onDone={() => changed(texts.factorRemoved)}
      />
      <ConfirmDialog
        opened={what === "token"}
        onClose={close}
        title={texts.token}
        confirmLabel={texts.token}
        question={texts.tokenQuestion(name)}
        onConfirm={() => callCentral(centralPersonToken, { body: { id } })}
        onDone={({ token }) => {
          changed();
          open({ what: "told", name, token });
        }}
      />
      <ConfirmDialog
        opened={what === "tokenRemove"}
        onClose={close}
        title={texts.tokenRemove}
        confirmLabel={texts.tokenRemove}
        question={texts.tokenRemoveQuestion(name)}
        danger
        onConfirm={() => callCentral(centralPersonTokenRemove, { body: { id } })}
        onDone={() => changed(texts.tokenRemoved)}
      />
      <ConfirmDialog
        opened={what === "remove"}
        onClose={close}
        title={texts.remove}
        confirmLabel={texts.remove}
        question={texts.removeQuestion(name)}
        danger
        onConfirm={() => callCentral(centralPersonRemove, { body: { id } })}
        onDone={() => changed(texts.removed)}
      />
    </>
  );
}
