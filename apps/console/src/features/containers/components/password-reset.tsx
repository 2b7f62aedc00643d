/** A new password for the administrator of an add-on, typed twice. */
import { Alert } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import layout from "../../../components/layout.module.css";
import { PasswordInput } from "../../../components/password-input.tsx";
import { SaveButton } from "../../../components/save-button.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { containersTexts } from "../../../texts/index.ts";
import classes from "./section.module.css";

const texts = containersTexts.password;

export interface PasswordResetProps {
  set: (password: string) => Promise<unknown>;
  /** Of the add-on itself. */
  shortest?: number;
  onDone?: () => void;
}

export function PasswordReset({ set, shortest = 1, onDone }: PasswordResetProps) {
  const [pwd, setPwd] = useState("");
  const [repeat, setRepeat] = useState("");
  const [alert, setAlert] = useState<string>();
  const save = useMutation({
    mutationFn: () => set(pwd),
    onSuccess: () => {
      setPwd("");
      setRepeat("");
      setAlert(undefined);
      notice.success(texts.done);
      onDone?.();
    },
    onError: (error) => {
      const { detail, text } = errorText(error);
      setAlert(`${texts.failed} ${texts.reason(detail ?? text)}`);
    },
  });
  const valid = pwd.length >= shortest && pwd === repeat;
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) save.mutate();
        else setAlert(texts.differ);
      }}
    >
      <PasswordInput
        label={texts.pwd}
        autoComplete="new-password"
        value={pwd}
        error={pwd !== "" && pwd.length < shortest ? texts.tooShort(shortest) : undefined}
        onChange={(e) => setPwd(e.currentTarget.value)}
      />
      <PasswordInput
        label={texts.repeat}
        autoComplete="new-password"
        value={repeat}
        onChange={(e) => setRepeat(e.currentTarget.value)}
      />
      {alert === undefined ? null : (
        <Alert color="red" variant="light" role="alert">
          {alert}
        </Alert>
      )}
      <div className={layout["buttons"]}>
        <SaveButton off={!valid} busy={save.isPending}>
          {texts.set}
        </SaveButton>
      </div>
    </form>
  );
}
