/** Change of the password. Wrong current passwords do not end the session. */
import { CODES } from "@hubwart/contract";
import { Checkbox, Stack } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { NewPasswordFields, useNewPassword } from "../../../components/new-password-fields.tsx";
import { PasswordHint } from "../../../components/password-hint.tsx";
import { PasswordInput } from "../../../components/password-input.tsx";
import { RequiredNote } from "../../../components/required-note.tsx";
import { SaveButton } from "../../../components/save-button.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { overlay } from "../../../overlay/overlay-store.ts";
import { commonTexts, systemTexts } from "../../../texts/index.ts";
import { useChangePassword } from "../api/change-password.ts";

const texts = systemTexts.password;

/** Where the appliance says more than its code, as how long to wait, that is told. */
function messagesOf(error: ApiError): Record<number, string> {
  const known = {
    [CODES.wrongPassword]: texts.wrong,
    [CODES.passwordTooShort]: commonTexts.password.hints.tooShort,
    [CODES.passwordTooLong]: commonTexts.password.hints.tooLong,
  };
  return error.code in known || error.detail === "" ? known : { [error.code]: error.detail };
}

export function PasswordBox() {
  const [current, setCurrent] = useState("");
  const [visible, setVisible] = useState(false);
  const pwd = useNewPassword();
  const change = useChangePassword();
  const firstField = useRef<HTMLInputElement>(null);
  const valid = current !== "" && pwd.valid;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!valid || change.isPending) return;
    overlay.wait();
    try {
      await change.mutateAsync({ old: current, new: pwd.value });
      notice.success(texts.changed);
    } catch (error) {
      if (error instanceof ApiError)
        notice.apiError(error, messagesOf(error), { detail: texts.code(error.code) });
      else notice.apiError(error);
    } finally {
      overlay.clear();
      setCurrent("");
      pwd.clear();
      requestAnimationFrame(() => firstField.current?.focus());
    }
  }

  return (
    <InfoBox title={texts.box}>
      <Stack component="form" gap="sm" maw="26rem" onSubmit={(event: FormEvent) => void submit(event)}>
        <PasswordInput
          ref={firstField}
          label={texts.current}
          required
          name="current-password"
          autoComplete="current-password"
          visible={visible}
          onVisibilityChange={setVisible}
          value={current}
          inputWrapperOrder={["label", "input", "description"]}
          description={
            <PasswordHint
              state={current === "" ? "empty" : "valid"}
              text={current === "" ? texts.currentHint : texts.currentGiven}
            />
          }
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordFields
          state={pwd}
          label={texts.new}
          repeatLabel={texts.repeat}
          visible={visible}
          onVisibilityChange={setVisible}
        />
        <Checkbox
          label={texts.show}
          checked={visible}
          onChange={(event) => setVisible(event.currentTarget.checked)}
        />
        <RequiredNote />
        <div>
          <SaveButton off={!valid} busy={change.isPending}>
            {commonTexts.action.save}
          </SaveButton>
        </div>
      </Stack>
    </InfoBox>
  );
}
