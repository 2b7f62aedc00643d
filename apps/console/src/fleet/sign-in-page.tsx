/** Signing in: by name and password, or with the token of a person, of which this page keeps nothing. */
import { CODES } from "@hubwart/contract";
import { centralSignIn, centralSignInToken } from "@hubwart/fleet/calls";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Mark } from "../app/shell/mark.tsx";
import { PasswordInput } from "../components/password-input.tsx";
import { errorText } from "../lib/error-text.ts";
import { ApiError } from "../lib/errors.ts";
import { useLoginLock } from "../session/login-lock.ts";
import { fleetPeopleTexts, sessionTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { renewSession } from "./session.ts";

const texts = fleetPeopleTexts.signIn;
const ofLock = sessionTexts.login;

/** Frame of the pages of who is not in. */
export function FrontCard({
  central,
  children,
  title,
}: {
  central: string;
  children: ReactNode;
  title: string;
}) {
  return (
    <main className={classes["front"]}>
      <section className={classes["card"]}>
        <p className={classes["product"]}>
          <Mark size={32} />
          {central}
        </p>
        <h1 className={classes["title"]}>{title}</h1>
        {children}
      </section>
    </main>
  );
}

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
  const field = useRef<HTMLInputElement>(null);
  const form = useAttempt(
    () => callCentral(centralSignIn, { body: { name, pwd } }),
    () => {
      setPwd("");
      field.current?.focus();
    },
  );
  return (
    <SignInForm form={form} ready={name.trim() !== "" && pwd !== ""}>
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
    </SignInForm>
  );
}

function TokenForm({ setup }: { setup: boolean }) {
  const [token, setToken] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const form = useAttempt(
    () => callCentral(centralSignInToken, { body: { token: token.trim() } }),
    () => field.current?.focus(),
    texts.wrongToken,
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

/** @param refused instead of what the central says of a wrong one */
function useAttempt(attempt: () => Promise<unknown>, onRefused: () => void, refused?: string): Attempt {
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
