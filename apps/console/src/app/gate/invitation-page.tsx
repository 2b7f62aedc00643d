/** Behind a link that invites: sets a password, and signs in. Looking uses nothing up. */
import { CODES, invitation, invitationAccept } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { callApi } from "../../api/client.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { NewPasswordFields, useNewPassword } from "../../components/new-password-fields.tsx";
import { RequiredNote } from "../../components/required-note.tsx";
import { CodeList } from "../../components/second-factor/recovery-codes.tsx";
import { Code, SecretPicture } from "../../components/second-factor/second-factor-dialogs.tsx";
import { ApiError } from "../../lib/errors.ts";
import { leavePage } from "../../lib/leave-page.ts";
import { tokenStore } from "../../session/token-store.ts";
import { peopleTexts, secondFactorTexts, sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";
import { FrontPage } from "./front-page.tsx";

const texts = peopleTexts.invitation;

export default function InvitationPage() {
  const [token] = useState(() => globalThis.location.hash.slice(1));
  const [codes, setCodes] = useState<{ codes: readonly string[]; session: string }>();
  const { data, error } = useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => callApi(invitation, { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  function signIn(session: string): void {
    tokenStore.store(session);
    leavePage("/");
  }
  if (codes) return <Recovery codes={codes.codes} onGo={() => signIn(codes.session)} />;
  return (
    <FrontPage title={texts.title}>
      {error ? <Over error={error} /> : null}
      {data === undefined && !error ? <p>{texts.loading}</p> : null}
      {data ? (
        <>
          <p className={classes["intro"]}>
            {texts.welcome(data.label || data.name, peopleTexts.role[data.role])} {texts.name(data.name)}
          </p>
          <AcceptForm
            token={token}
            factor={data.factor}
            onAccepted={({ recovery, token: session }) =>
              recovery ? setCodes({ codes: recovery, session }) : signIn(session)
            }
          />
        </>
      ) : null}
    </FrontPage>
  );
}

function Over({ error }: { error: unknown }) {
  const gone = error instanceof ApiError && error.code === CODES.notFound;
  return (
    <>
      <p role="alert">{gone ? texts.over : sessionTexts.login.noAnswer}</p>
      <Button variant="default" onClick={() => leavePage("/")}>
        {texts.toLogin}
      </Button>
    </>
  );
}

interface AcceptProps {
  token: string;
  factor: { secret: string; uri: string } | undefined;
  onAccepted: (answer: { token: string; recovery?: readonly string[] | undefined }) => void;
}

function AcceptForm({ token, factor, onAccepted }: AcceptProps) {
  const pwd = useNewPassword();
  const [otp, setOtp] = useState("");
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ready = pwd.valid && (factor === undefined || otp.trim() !== "");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!ready || pending) return;
    setPending(true);
    setFailure(undefined);
    try {
      const body = { token, pwd: pwd.value, ...(factor ? { otp } : {}) };
      onAccepted(await callApi(invitationAccept, { body }));
    } catch (error) {
      if (!(error instanceof ApiError)) setFailure(sessionTexts.login.noAnswer);
      else setFailure(error.detail || texts.failed(error.code));
    } finally {
      setPending(false);
    }
  }

  return (
    <form className={classes["form"]} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes["intro"]}>{texts.text}</p>
      <NewPasswordFields state={pwd} size="md" focus />
      {factor ? (
        <>
          <p className={classes["intro"]}>{texts.scan}</p>
          <SecretPicture {...factor} />
          <Code value={otp} hint={secondFactorTexts.confirmHint} onChange={setOtp} />
        </>
      ) : null}
      <RequiredNote />
      <Button type="submit" size="md" fullWidth disabled={!ready} loading={pending}>
        {texts.submit}
      </Button>
      <p className={classes["message"]} role="alert">
        {failure}
      </p>
    </form>
  );
}

function Recovery({ codes, onGo }: { codes: readonly string[]; onGo: () => void }) {
  return (
    <FrontPage title={texts.title}>
      <p className={classes["intro"]}>{texts.recovery}</p>
      <CodeList codes={codes} />
      <CopyButton label={peopleTexts.copy} text={() => codes.join("\n")} />
      <Button onClick={onGo}>{texts.go}</Button>
    </FrontPage>
  );
}
