/** Another password of one's own, or the first. */
import { centralPasswordChange } from "@hubwart/fleet/calls";
import { useMemo, useState } from "react";
import { ActionDialog } from "../components/action-dialog.tsx";
import { NewPasswordFields, useNewPassword } from "../components/new-password-fields.tsx";
import { PasswordInput } from "../components/password-input.tsx";
import { notice } from "../lib/notice.tsx";
import { fleetPeopleTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { type Me, renewSession } from "./session.ts";

const texts = fleetPeopleTexts.password;

export function PasswordDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const [old, setOld] = useState("");
  const pwd = useNewPassword();
  const typed = useMemo(() => ({ old, next: pwd.value, again: pwd.repeat }), [old, pwd.value, pwd.repeat]);
  const title = me.password ? texts.change : texts.set;
  const change = () =>
    callCentral(centralPasswordChange, { body: { ...(me.password && { old }), new: pwd.value } });
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      confirmLabel={title}
      canConfirm={pwd.valid}
      fields={["old"]}
      values={typed}
      check={() => ({ ...(me.password && old === "" && { old: texts.missing }) })}
      onConfirm={change}
      onDone={() => {
        notice.success(texts.changed);
        void renewSession();
      }}
    >
      {(errors) => (
        <div className={classes["fields"]}>
          {me.password ? (
            <PasswordInput
              label={texts.old}
              required
              data-autofocus
              autoComplete="current-password"
              error={errors["old"]}
              value={old}
              onChange={(event) => setOld(event.currentTarget.value)}
            />
          ) : null}
          <NewPasswordFields state={pwd} label={texts.next} repeatLabel={texts.repeat} focus={!me.password} />
        </div>
      )}
    </ActionDialog>
  );
}
