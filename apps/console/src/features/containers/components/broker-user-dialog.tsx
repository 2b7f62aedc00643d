/** Adds or changes a user of the MQTT broker. */

import { CODES } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { EntryDialog } from "../../../components/entry-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { PasswordInput } from "../../../components/password-input.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { refusedTaken, refuseTaken } from "../../../lib/taken.ts";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { containersTexts } from "../../../texts/index.ts";
import { type BrokerUser, type RightsChange, useBrokerActions } from "../api/add-ons.ts";

const texts = containersTexts.users;

type Rights = Pick<BrokerUser, "read" | "write">;
type Saved = { changes: readonly RightsChange[] };
const rightsOf = ({ read, write }: BrokerUser): Rights => ({ read, write });

export interface BrokerUserDialogProps {
  /** undefined: a new one. */
  user: BrokerUser | undefined;
  /** Names of all users. */
  taken: readonly string[];
  /** Of the list that the dialog was opened from. */
  etag: string | undefined;
  onClose: () => void;
  /** Who gained and who lost topics. */
  onChanged: (changes: readonly RightsChange[]) => void;
}

export function BrokerUserDialog({ user, taken, etag, onClose, onChanged }: BrokerUserDialogProps) {
  const { latest, save } = useBrokerActions();
  const [form, set] = useParts({
    usr: user?.usr ?? "",
    pwd: "",
    repeat: "",
    read: user?.read ?? "#",
    write: user?.write ?? "#",
  });
  const { usr, pwd, repeat, read, write } = form;
  /** What nobody could save; the notice says it as a whole. */
  function check(): FieldErrors {
    const topics = read === "" && write === "" ? { read: texts.noTopic } : {};
    const wrong = {
      ...(usr === "" ? { usr: texts.noName } : {}),
      ...(user === undefined ? refuseTaken("usr", usr, taken) : {}),
      ...(user === undefined && pwd === "" ? { pwd: texts.noPassword } : {}),
      ...(pwd === repeat ? {} : { repeat: texts.different }),
      ...topics,
    };
    if (Object.keys(wrong).length > 0) notice.error(texts.invalid);
    return wrong;
  }
  return (
    <EntryDialog<Rights, Saved>
      entry={user && rightsOf(user)}
      etag={etag}
      latest={async () => {
        const stored = await latest();
        const now = stored?.data.users.find((one) => one.usr === usr);
        return { entry: now && rightsOf(now), etag: stored?.etag };
      }}
      words={namedFields({ read: texts.read, write: texts.write })}
      set={set}
      taken={() => refusedTaken("usr", usr)}
      mine={{ read, write }}
      store={(mark) => save({ usr, read, write, ...(pwd === "" ? {} : { pwd }) }, mark)}
      onSaved={({ changes }) => {
        notice.success(user ? texts.changed : texts.added);
        onChanged(changes);
      }}
      onClose={onClose}
      title={user ? texts.edit : texts.add}
      fields={["usr", "pwd", "read", "write"]}
      check={check}
      messages={{ 400: texts.invalid, [CODES.conflict]: texts.overtaken }}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <TextInput
            label={texts.usr}
            required
            disabled={user !== undefined}
            value={usr}
            error={refused["usr"]}
            maxLength={100}
            data-autofocus={user === undefined ? true : undefined}
            autoComplete="off"
            onChange={(e) => set({ usr: e.currentTarget.value })}
          />
          <PasswordInput
            label={texts.pwd}
            required={user === undefined}
            data-autofocus={user === undefined ? undefined : true}
            description={user ? texts.keep : undefined}
            autoComplete="new-password"
            value={pwd}
            error={refused["pwd"]}
            onChange={(e) => set({ pwd: e.currentTarget.value })}
          />
          <PasswordInput
            label={texts.repeat}
            required={user === undefined}
            autoComplete="new-password"
            value={repeat}
            error={repeat !== "" && pwd !== repeat ? texts.different : refused["repeat"]}
            onChange={(e) => set({ repeat: e.currentTarget.value })}
          />
          <TextInput
            label={texts.read}
            value={read}
            error={refused["read"]}
            onChange={(e) => set({ read: e.currentTarget.value })}
          />
          <TextInput
            label={texts.write}
            value={write}
            error={refused["write"]}
            onChange={(e) => set({ write: e.currentTarget.value })}
          />
        </div>
      )}
    </EntryDialog>
  );
}
