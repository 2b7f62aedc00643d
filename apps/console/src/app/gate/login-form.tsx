/** Password and button, locked for a while after a failure. Used by the sign-in page and over a page whose session ended. */
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { signIn } from "../../api/sign-in.ts";
import { PasswordInput } from "../../components/password-input.tsx";
import { ApiError } from "../../lib/errors.ts";
import { useFocusOnMount } from "../../lib/use-focus-on-mount.ts";
import { lockEnd, secondsLeft, useLoginLock } from "../../session/login-lock.ts";
import { sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";

const texts = sessionTexts.login;

export function LoginForm({ onTyping }: { onTyping?: (() => void) | undefined }) {
  const [pwd, setPwd] = useState("");
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Length of the lock, s. */
  const [wait, setWait] = useState(0);
  const { seconds, lock } = useLoginLock();
  const field = useFocusOnMount<HTMLInputElement>();
  const locked = seconds > 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (locked || pending || pwd === "") return;
    setPending(true);
    setFailure(undefined);
    try {
      await signIn(pwd);
    } catch (error) {
      if (error instanceof ApiError && error.endsSession) {
        setPwd("");
        setWait(secondsLeft(lockEnd(0, error.retryAfter), 0));
        lock(error.retryAfter);
      } else setFailure(error instanceof ApiError ? texts.failed(error.code) : texts.noAnswer);
      field.current?.focus();
    } finally {
      setPending(false);
    }
  }

  return (
    <form className={classes["form"]} onSubmit={(event) => void submit(event)} noValidate>
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
      <Button type="submit" size="md" fullWidth disabled={locked || pwd === ""} loading={pending}>
        {texts.submit}
      </Button>
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
