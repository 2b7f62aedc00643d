import { CODES } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { infoQuery } from "../../api/info.ts";
import { queryClient } from "../../api/query-client.ts";
import { setFirstPassword } from "../../api/sign-in.ts";
import { NewPasswordFields, useNewPassword } from "../../components/new-password-fields.tsx";
import { RequiredNote } from "../../components/required-note.tsx";
import { ApiError } from "../../lib/errors.ts";
import { commonTexts, sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";
import { FrontPage } from "./front-page.tsx";

const texts = sessionTexts.setup;
const HINTS = { ...commonTexts.password.hints, empty: texts.emptyHint };

/** Few new devices replace another one: loaded only for them. */
const SetupRestore = lazy(async () => ({
  default: (await import("../../features/backup/components/restore/setup-restore.tsx")).SetupRestore,
}));

export function SetupPage() {
  const [restoring, setRestoring] = useState(false);
  return restoring ? (
    <FrontPage title={texts.restore}>
      <Suspense fallback={<p>{sessionTexts.starting}</p>}>
        <SetupRestore />
      </Suspense>
      <Button variant="subtle" onClick={() => setRestoring(false)}>
        {texts.newDevice}
      </Button>
    </FrontPage>
  ) : (
    <FirstPassword onRestore={() => setRestoring(true)} />
  );
}

function FirstPassword({ onRestore }: { onRestore: () => void }) {
  const pwd = useNewPassword();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Somebody else set a password meanwhile. */
  const [taken, setTaken] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!pwd.valid || pending) return;
    setPending(true);
    setFailure(undefined);
    try {
      await setFirstPassword(pwd.value);
    } catch (error) {
      if (!(error instanceof ApiError)) setFailure(sessionTexts.login.noAnswer);
      else if (error.code === CODES.conflict) {
        setFailure(texts.alreadySet);
        setTaken(true);
      } else setFailure(texts.failed(error.code));
    } finally {
      setPending(false);
    }
  }

  return (
    <FrontPage title={texts.title}>
      <p className={classes["intro"]}>{texts.intro}</p>
      <form className={classes["form"]} onSubmit={(event) => void submit(event)} noValidate>
        <NewPasswordFields state={pwd} hints={HINTS} size="md" focus />
        <RequiredNote />
        <Button type="submit" size="md" fullWidth disabled={!pwd.valid} loading={pending}>
          {texts.submit}
        </Button>
        <p className={classes["message"]} role="alert">
          {failure}
        </p>
        {taken ? (
          <Button variant="default" onClick={() => void queryClient.refetchQueries(infoQuery)}>
            {texts.toLogin}
          </Button>
        ) : null}
      </form>
      <Button variant="subtle" px="xs" onClick={onRestore}>
        {texts.restore}
      </Button>
    </FrontPage>
  );
}
