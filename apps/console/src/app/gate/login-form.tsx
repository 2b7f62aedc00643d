/** Password and button, locked for a while after a failure. Used by the sign-in page and over a page whose session ended. */
import { CODES, type PasskeyAnswer } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { signIn } from "../../api/sign-in.ts";
import { PasswordInput } from "../../components/password-input.tsx";
import { ApiError, SaidError } from "../../lib/errors.ts";
import { useFocusOnMount } from "../../lib/use-focus-on-mount.ts";
import { lockEnd, secondsLeft, useLoginLock } from "../../session/login-lock.ts";
import { sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";

const texts = sessionTexts.login;
const CodeField = lazy(() => import("./code-field.tsx"));

const NameField = lazy(() => import("./name-field.tsx"));
const PasskeyButton = lazy(() => import("./passkey-button.tsx"));
const DirectoryButton = lazy(() => import("./directory-button.tsx"));

export interface LoginFormProps {
  /** Several people sign in here. */
  names?: boolean;
  /** Offered besides. */
  directory?: { label: string; url: string } | undefined;
  onTyping?: (() => void) | undefined;
}

export function LoginForm({ directory, names = false, onTyping }: LoginFormProps) {
  const [name, setName] = useState("");
  const [pwd, setPwd] = useState("");
  /** The password was right, and a code is asked for. */
  const [asked, setAsked] = useState(false);
  const [otp, setOtp] = useState("");
  /** One may be used instead. */
  const [passkey, setPasskey] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Length of the lock, s. */
  const [wait, setWait] = useState(0);
  const { seconds, lock } = useLoginLock();
  const field = useFocusOnMount<HTMLInputElement>();
  const locked = seconds > 0;
  const given = { pwd, ...(name.trim() === "" ? {} : { name }) };
  const incomplete = pwd === "" || (asked && otp.trim() === "");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!locked && !pending && !incomplete) await attempt(asked ? { otp } : {});
  }

  async function attempt(more: { otp?: string; passkey?: PasskeyAnswer }): Promise<void> {
    setPending(true);
    setFailure(undefined);
    try {
      const said = await signIn({ ...given, ...more });
      if (said.last?.failed || said.recovery_left !== undefined)
        void import("./sign-in-note.ts").then(({ noteSignIn }) => noteSignIn(said));
    } catch (error) {
      refuse(error);
    } finally {
      setPending(false);
    }
  }

  function refuse(error: unknown): void {
    if (error instanceof ApiError && error.code === CODES.secondFactorNeeded) {
      // Its field takes the focus when it is there.
      setAsked(true);
      setPasskey(error.answer["passkey"] !== undefined);
      return;
    }
    if (error instanceof ApiError && error.endsSession) {
      if (asked) setOtp("");
      else setPwd("");
      setWait(secondsLeft(lockEnd(0, error.retryAfter), 0));
      lock(error.retryAfter);
    } else setFailure(failureOf(error));
    field.current?.focus();
  }

  return (
    <form className={classes["form"]} onSubmit={(event) => void submit(event)} noValidate>
      {names ? (
        <Suspense>
          <NameField value={name} onChange={setName} />
        </Suspense>
      ) : null}
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        size="md"
        ref={field}
        value={pwd}
        aria-required
        aria-describedby="login-message"
        onChange={(event) => {
          setPwd(event.currentTarget.value);
          onTyping?.();
        }}
      />
      {asked ? (
        <Suspense>
          <CodeField value={otp} onChange={setOtp} />
        </Suspense>
      ) : null}
      <Button type="submit" size="md" fullWidth disabled={locked || incomplete} loading={pending}>
        {texts.submit}
      </Button>
      {passkey ? (
        <Suspense>
          <PasskeyButton
            given={given}
            disabled={locked || pending}
            onAnswer={(answer) => void attempt({ passkey: answer })}
            onRefused={refuse}
          />
        </Suspense>
      ) : null}
      {directory ? (
        <Suspense>
          <DirectoryButton {...directory} />
        </Suspense>
      ) : null}
      <p className={classes["message"]} id="login-message" role="alert">
        {locked ? (
          <>
            {/* Counted for the eye only; read aloud once. */}
            <span aria-hidden>{texts.locked(seconds)}</span>
            <span className="hw-visually-hidden">{texts.lockedSpoken(wait)}</span>
          </>
        ) : (
          failure
        )}
      </p>
    </form>
  );
}

function failureOf(error: unknown): string {
  if (error instanceof SaidError) return error.message;
  if (!(error instanceof ApiError)) return texts.noAnswer;
  // The appliance says what to do about it.
  return error.code === CODES.factorMissing ? error.detail : texts.failed(error.code);
}
