/** Signing in: by name and password, or with the token of a person, of which this page keeps nothing. */
import { CODES, LIMITS } from "@hubwart/contract";
import { centralSignIn, centralSignInToken } from "@hubwart/fleet/calls";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import CodeField from "../app/gate/code-field.tsx";
import { PasswordInput } from "../components/password-input.tsx";
import { errorText } from "../lib/error-text.ts";
import { ApiError } from "../lib/errors.ts";
import { notice } from "../lib/notice.tsx";
import { useLoginLock } from "../session/login-lock.ts";
import { fleetPeopleTexts, secondFactorTexts, sessionTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { FrontCard } from "./front-card.tsx";
import { renewSession } from "./session.ts";

const texts = fleetPeopleTexts.signIn;
const ofLock = sessionTexts.login;

export interface SignInPageProps {
  central: string;
  /** Somebody has a password. */
  setup: boolean;
  /** There was a session, and it is over. */
  over: boolean;
}

export function SignInPage({ central, over, setup }: SignInPageProps) {
  const [byToken, setByToken] = useState(!setup);
  return (
    <FrontCard central={central} title={texts.title}>
      {over ? <p role="alert">{texts.over}</p> : null}
      {setup ? null : <p className={classes["note"]}>{texts.firstText}</p>}
      {byToken ? <TokenForm setup={setup} /> : <PasswordForm />}
      <Button variant="subtle" size="sm" onClick={() => setByToken(!byToken)}>
        {byToken ? texts.byPassword : texts.byToken}
      </Button>
      {byToken ? null : (
        <details className={classes["forgotten"]}>
          <summary>{texts.forgotten}</summary>
          <p>{texts.forgottenText}</p>
        </details>
      )}
    </FrontCard>
  );
}

function PasswordForm() {
  const [name, setName] = useState("");
  const [pwd, setPwd] = useState("");
  /** The password was right, and a code is asked for. */
  const [asked, setAsked] = useState(false);
  const [otp, setOtp] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const form = useAttempt(
    async () => {
      const body = { name, pwd, ...(asked && { otp }) };
      const { recovery_left: left } = await callCentral(centralSignIn, { body });
      if (left !== undefined)
        notice.warning(secondFactorTexts.codesLeft(left), { duration: LIMITS.noticeMax, id: "recovery" });
    },
    () => {
      if (asked) return setOtp("");
      setPwd("");
      field.current?.focus();
    },
    { onCode: () => setAsked(true) },
  );
  const ready = name.trim() !== "" && pwd !== "" && (!asked || otp.trim() !== "");
  return (
    <SignInForm form={form} ready={ready}>
      <TextInput
        label={texts.name}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        data-autofocus
        aria-describedby="sign-in-message"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordInput
        ref={field}
        label={texts.password}
        name="password"
        autoComplete="current-password"
        aria-describedby="sign-in-message"
        value={pwd}
        onChange={(event) => setPwd(event.currentTarget.value)}
      />
      {asked ? <CodeField value={otp} onChange={setOtp} message="sign-in-message" size="sm" /> : null}
    </SignInForm>
  );
}

function TokenForm({ setup }: { setup: boolean }) {
  const [token, setToken] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const form = useAttempt(
    () => callCentral(centralSignInToken, { body: { token: token.trim() } }),
    () => field.current?.focus(),
    { refused: texts.wrongToken },
  );
  return (
    <SignInForm form={form} ready={token.trim() !== ""}>
      <PasswordInput
        ref={field}
        label={texts.token}
        {...(setup && { description: texts.tokenText })}
        autoComplete="off"
        aria-describedby="sign-in-message"
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
    </SignInForm>
  );
}

interface Attempt {
  failure: string;
  pending: boolean;
  /** s */
  seconds: number;
  send: () => Promise<void>;
}

interface Refusals {
  /** Instead of what the central says of a wrong one. */
  refused?: string;
  /** The password was right, and a code is asked for. */
  onCode?: () => void;
}

function useAttempt(
  attempt: () => Promise<unknown>,
  onRefused: () => void,
  { onCode, refused }: Refusals,
): Attempt {
  const [failure, setFailure] = useState("");
  const [pending, setPending] = useState(false);
  const { lock, seconds } = useLoginLock();
  const send = async () => {
    setPending(true);
    setFailure("");
    try {
      await attempt();
      await renewSession();
    } catch (error) {
      const { detail, text } = errorText(error);
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === CODES.secondFactorNeeded) return onCode?.();
      if (code === CODES.tooManyRequests && error instanceof ApiError) lock(error.retryAfter);
      setFailure(code === CODES.unauthorized ? (refused ?? detail ?? text) : (detail ?? text));
      onRefused();
    } finally {
      setPending(false);
    }
  };
  return { failure, pending, seconds, send };
}

function SignInForm({ children, form, ready }: { children: ReactNode; form: Attempt; ready: boolean }) {
  const { failure, pending, seconds, send } = form;
  const locked = seconds > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !pending && !locked) void send();
  };
  const first = useRef<HTMLFormElement>(null);
  useEffect(() => first.current?.querySelector("input")?.focus(), []);
  return (
    <form ref={first} className={classes["signIn"]} onSubmit={submit} noValidate>
      {children}
      <Button type="submit" loading={pending} disabled={locked || !ready}>
        {texts.confirm}
      </Button>
      <p className={classes["failure"]} id="sign-in-message" role="alert">
        {/* Counted for the eye only; read aloud once. */}
        {locked ? <span aria-hidden>{ofLock.locked(seconds)}</span> : null}
        <span className={locked ? "hw-visually-hidden" : undefined}>{failure}</span>
      </p>
    </form>
  );
}
