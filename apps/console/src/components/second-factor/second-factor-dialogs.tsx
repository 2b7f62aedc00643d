/** The steps of switching the second factor on, and what asks for password and code. */
import { CODES } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { commonTexts, secondFactorTexts } from "../../texts/index.ts";
import { ActionDialog } from "../action-dialog.tsx";
import layout from "../layout.module.css";
import { PasswordInput } from "../password-input.tsx";
import { QrPicture } from "../qr-picture.tsx";
import type { Confirmed, FactorActions, Secret } from "./factor.ts";
import classes from "./second-factor.module.css";

const texts = secondFactorTexts;
const messages = {
  [CODES.wrongPassword]: { field: "pwd", text: texts.wrongPassword },
};

export interface BeginProps {
  begin: FactorActions["begin"];
  onClose: () => void;
  onDone: (secret: Secret) => void;
}

export function BeginDialog({ begin, onClose, onDone }: BeginProps) {
  const [pwd, setPwd] = useState("");
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.next}
      canConfirm={pwd !== ""}
      fields={["pwd"]}
      messages={messages}
      onConfirm={() => begin(pwd)}
      onDone={onDone}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <p>{texts.about}</p>
          <Password value={pwd} error={refused["pwd"]} onChange={setPwd} />
        </div>
      )}
    </ActionDialog>
  );
}

export interface ConfirmProps {
  secret: Secret;
  confirm: FactorActions["confirm"];
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
}

export function ConfirmSecretDialog({ confirm, onClose, onDone, secret }: ConfirmProps) {
  const [otp, setOtp] = useState("");
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.switchOn}
      canConfirm={otp.trim() !== ""}
      fields={["otp"]}
      onConfirm={() => confirm(otp)}
      onDone={onDone}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <p>{texts.scan}</p>
          <SecretPicture {...secret} />
          <Code value={otp} hint={texts.confirmHint} error={refused["otp"]} onChange={setOtp} />
        </div>
      )}
    </ActionDialog>
  );
}

/** As a picture for the app, and to be typed. */
export function SecretPicture({ secret, uri }: Secret) {
  return (
    <div className={classes["picture"]}>
      <QrPicture text={uri} label={texts.picture} />
      <span>
        {texts.secret}: <code className={classes["secret"]}>{secret}</code>
      </span>
    </div>
  );
}

export interface BothProps<T> {
  title: string;
  text: string;
  danger?: boolean;
  run: (given: Confirmed) => Promise<T>;
  onClose: () => void;
  onDone: (result: T) => void;
}

/** Asks for password and code. */
export function BothDialog<T>({ title, text, danger = false, run, onClose, onDone }: BothProps<T>) {
  const [pwd, setPwd] = useState("");
  const [otp, setOtp] = useState("");
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      confirmLabel={danger ? title : commonTexts.action.save}
      danger={danger}
      canConfirm={pwd !== "" && otp.trim() !== ""}
      fields={["pwd", "otp"]}
      messages={messages}
      onConfirm={() => run({ pwd, otp })}
      onDone={onDone}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <p>{text}</p>
          <Password value={pwd} error={refused["pwd"]} onChange={setPwd} />
          <Code value={otp} hint={texts.codeHint} error={refused["otp"]} onChange={setOtp} />
        </div>
      )}
    </ActionDialog>
  );
}

interface FieldProps {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

function Password({ value, error, onChange }: FieldProps) {
  return (
    <PasswordInput
      label={texts.password}
      required
      data-autofocus
      autoComplete="current-password"
      maxLength={1024}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function Code({ value, hint, error, onChange }: FieldProps & { hint: string }) {
  return (
    <TextInput
      label={texts.code}
      required
      description={hint}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
