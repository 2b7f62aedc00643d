/** Behind a link: sets a password, and signs in. Looking uses nothing up. */
import { centralInvitation, centralInvitationAccept } from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { CopyButton } from "../components/copy-button.tsx";
import { LoadingState } from "../components/loading-state.tsx";
import { NewPasswordFields, useNewPassword } from "../components/new-password-fields.tsx";
import { RequiredNote } from "../components/required-note.tsx";
import type { Secret } from "../components/second-factor/factor.ts";
import { CodeList } from "../components/second-factor/recovery-codes.tsx";
import { Code, SecretPicture } from "../components/second-factor/second-factor-dialogs.tsx";
import { errorText } from "../lib/error-text.ts";
import { fleetPeopleTexts, secondFactorTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { FrontCard } from "./front-card.tsx";
import { ALL_SITES } from "./place.ts";
import { renewSession } from "./session.ts";

const texts = fleetPeopleTexts.invitation;

export default function InvitationPage({ central, token }: { central: string; token: string }) {
  const { data, error } = useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => callCentral(centralInvitation, { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <FrontCard central={central} title={texts.title}>
      {error ? (
        <>
          <p role="alert">{errorText(error).detail ?? errorText(error).text}</p>
          <Button variant="default" onClick={leave}>
            {texts.toSignIn}
          </Button>
        </>
      ) : null}
      {data ? (
        <>
          <p className={classes["note"]}>
            {texts.welcome(data.name, fleetPeopleTexts.people.levels[data.level])}
          </p>
          <AcceptForm name={data.name} token={token} code={data.asks_code} factor={data.factor} />
        </>
      ) : null}
      {data === undefined && !error ? <LoadingState /> : null}
    </FrontCard>
  );
}

/** The link stays in no history. */
const leave = (): void => window.location.replace(ALL_SITES);

interface AcceptFormProps {
  name: string;
  token: string;
  /** A code of the second factor that there is. */
  code: boolean;
  /** One that has to be set up. */
  factor?: Secret | undefined;
}

function AcceptForm({ code, factor, name, token }: AcceptFormProps) {
  const pwd = useNewPassword();
  const [otp, setOtp] = useState("");
  const [codes, setCodes] = useState<readonly string[]>();
  const asked = code || factor !== undefined;
  const ready = pwd.valid && (!asked || otp.trim() !== "");
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || pending) return;
    setPending(true);
    setFailure("");
    try {
      const body = { token, pwd: pwd.value, ...(asked && { otp }) };
      const { recovery } = await callCentral(centralInvitationAccept, { body });
      await renewSession();
      if (recovery) setCodes(recovery);
      else leave();
    } catch (error) {
      const { detail, text } = errorText(error);
      setFailure(detail ?? text);
      setPending(false);
    }
  };
  if (codes)
    return (
      <>
        <p className={classes["note"]}>{texts.recovery}</p>
        <CodeList codes={codes} />
        <div className={classes["heading"]}>
          <CopyButton label={secondFactorTexts.copy} text={() => codes.join("\n")} />
          <Button onClick={leave}>{texts.go}</Button>
        </div>
      </>
    );
  return (
    <form className={classes["signIn"]} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes["note"]}>{texts.text}</p>
      {/* For the browser's own store of passwords. */}
      <input
        className="hw-visually-hidden"
        autoComplete="username"
        value={name}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <NewPasswordFields state={pwd} size="md" focus />
      {factor ? (
        <>
          <p className={classes["note"]}>{texts.scan}</p>
          <SecretPicture {...factor} />
        </>
      ) : null}
      {code ? <p className={classes["note"]}>{texts.code}</p> : null}
      {asked ? (
        <Code
          value={otp}
          hint={code ? secondFactorTexts.codeHint : secondFactorTexts.confirmHint}
          onChange={setOtp}
        />
      ) : null}
      <RequiredNote />
      <Button type="submit" disabled={!ready} loading={pending}>
        {texts.submit}
      </Button>
      <p className={classes["failure"]} role="alert">
        {failure}
      </p>
    </form>
  );
}
