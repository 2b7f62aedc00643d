/** Adds or changes a user. It can be saved once name, role and passwords fit. */

import { CODES, type UserKind } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { EntryDialog } from "../../../components/entry-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { PasswordInput } from "../../../components/password-input.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { refusedTaken, refuseTaken } from "../../../lib/taken.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { usersTexts as texts } from "../../../texts/index.ts";
import { type User, useUserActions } from "../api/users.ts";
import { maySave, rightsText, tooShort } from "../model/draft.ts";
import classes from "./users.module.css";

type Role = Pick<User, "role">;

export interface UserDialogProps {
  kind: UserKind;
  /** undefined: a new one. */
  user: User | undefined;
  /** Names of all users of this kind. */
  taken: readonly string[];
  /** Of the list that the dialog was opened from. */
  etag: string | undefined;
  onClose: () => void;
}

export function UserDialog({ kind, user, taken, etag, onClose }: UserDialogProps) {
  const { latest, save } = useUserActions(kind);
  const [draft, set] = useParts({
    username: user?.username ?? "",
    role: user?.role ?? "",
    pwd: "",
    repeat: "",
  });
  const { username, role, pwd, repeat } = draft;
  const name = username.trim();

  return (
    <EntryDialog<Role, unknown>
      entry={user && { role: user.role }}
      etag={etag}
      latest={async () => {
        const stored = await latest();
        const now = stored?.data[kind].find((one) => one.username === name);
        return { entry: now && { role: now.role }, etag: stored?.etag };
      }}
      words={namedFields({ role: texts.role })}
      set={set}
      taken={() => refusedTaken("user", name)}
      mine={{ role: role.trim() }}
      store={(mark) => save({ user: name, role: role.trim(), ...(pwd === "" ? {} : { pwd }) }, mark)}
      onSaved={() => notice.success(user ? texts.changed : texts.added)}
      onClose={onClose}
      title={user ? texts.edit : texts.add}
      canConfirm={maySave(draft, user === undefined)}
      check={() => (user ? {} : refuseTaken("user", name, taken))}
      fields={["user", "role", "pwd"]}
      messages={{ 400: texts.invalid, [CODES.conflict]: texts.overtaken }}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <TextInput
            label={texts.username}
            required
            disabled={user !== undefined}
            data-autofocus={user === undefined ? true : undefined}
            value={username}
            maxLength={100}
            error={refused["user"]}
            autoComplete="off"
            onChange={(e) => set({ username: e.currentTarget.value })}
          />
          <TextInput
            label={texts.role}
            required
            data-autofocus={user === undefined ? undefined : true}
            description={texts.roleText[kind]}
            value={role}
            maxLength={300}
            error={refused["role"]}
            autoComplete="off"
            onChange={(e) => set({ role: e.currentTarget.value })}
          />
          {role.trim() === "" ? null : (
            <output className={classes["rights"]}>{rightsText(kind, role).text}</output>
          )}
          <PasswordInput
            label={texts.pwd}
            required={user === undefined}
            description={user ? texts.keep : undefined}
            autoComplete="new-password"
            maxLength={1024}
            error={refused["pwd"] ?? (tooShort(pwd) ? texts.short : undefined)}
            value={pwd}
            onChange={(e) => set({ pwd: e.currentTarget.value })}
          />
          <PasswordInput
            label={texts.repeat}
            required={user === undefined}
            autoComplete="new-password"
            maxLength={1024}
            value={repeat}
            error={repeat !== "" && pwd !== repeat ? texts.different : undefined}
            onChange={(e) => set({ repeat: e.currentTarget.value })}
          />
        </div>
      )}
    </EntryDialog>
  );
}
