/** Behind a link: sets a password, and signs in. Looking uses nothing up. */
import { centralInvitation, centralInvitationAccept } from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LoadingState } from "../components/loading-state.tsx";
import { NewPasswordFields, useNewPassword } from "../components/new-password-fields.tsx";
import { RequiredNote } from "../components/required-note.tsx";
import { errorText } from "../lib/error-text.ts";
import { fleetPeopleTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { ALL_SITES } from "./place.ts";
import { renewSession } from "./session.ts";
import { FrontCard } from "./sign-in-page.tsx";

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
          <AcceptForm name={data.name} token={token} />
        </>
      ) : null}
      {data === undefined && !error ? <LoadingState /> : null}
    </FrontCard>
  );
}

/** The link stays in no history. */
const leave = (): void => window.location.replace(ALL_SITES);

function AcceptForm({ name, token }: { name: string; token: string }) {
  const pwd = useNewPassword();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pwd.valid || pending) return;
    setPending(true);
    setFailure("");
    try {
      await callCentral(centralInvitationAccept, { body: { token, pwd: pwd.value } });
      await renewSession();
      leave();
    } catch (error) {
      const { detail, text } = errorText(error);
      setFailure(detail ?? text);
      setPending(false);
    }
  };
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
      <RequiredNote />
      <Button type="submit" disabled={!pwd.valid} loading={pending}>
        {texts.submit}
      </Button>
      <p className={classes["failure"]} role="alert">
        {failure}
      </p>
    </form>
  );
}
