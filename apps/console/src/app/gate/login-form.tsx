/** Password and button, locked for a while after a failure. Used by the sign-in page and over a page whose session ended. */
import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../api/errors.ts";
import { useFocusOnMount } from "../../lib/use-focus-on-mount.ts";
import { signIn } from "../../session/actions.ts";
import { useLoginLock } from "../../session/login-lock.ts";
import { sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";

const texts = sessionTexts.login;

export function LoginForm({ onTyping }: { onTyping?: (() => void) | undefined }) {
  const [pwd, setPwd] = useState("");
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
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
        lock(error.retryAfter);
      } else setFailure(error instanceof ApiError ? texts.failed(error.code) : texts.noAnswer);
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
        {locked ? texts.locked(seconds) : failure}
      </p>
    </form>
  );
}
