/** Signing in with the token of a person. */
import { CODES } from "@hubwart/contract";
import { centralOverview } from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Mark } from "../app/shell/mark.tsx";
import { PasswordInput } from "../components/password-input.tsx";
import { errorText } from "../lib/error-text.ts";
import { ApiError } from "../lib/errors.ts";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { keepToken } from "./token.ts";

const texts = fleetTexts.signIn;

export function SignInPage() {
  const [token, setToken] = useState("");
  const [error, setError] = useState("");
  const [asking, setAsking] = useState(false);
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    const given = token.trim();
    if (given === "" || asking) return;
    setAsking(true);
    setError("");
    try {
      await callCentral(centralOverview, { token: given, query: { search: "\u2060" } });
      keepToken(given);
    } catch (refused) {
      const unknown = refused instanceof ApiError && refused.code === CODES.unauthorized;
      const { detail, text } = errorText(refused);
      setError(unknown ? texts.wrong : (detail ?? text));
    } finally {
      setAsking(false);
    }
  };
  return (
    <main className={classes["front"]}>
      <form className={classes["card"]} onSubmit={(event) => void signIn(event)}>
        <p className={classes["product"]}>
          <Mark size={32} />
          {fleetTexts.product}
        </p>
        <h1 className={classes["title"]}>{texts.title}</h1>
        <PasswordInput
          label={texts.token}
          description={texts.text}
          autoComplete="current-password"
          error={error === "" ? undefined : error}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button type="submit" loading={asking}>
          {texts.confirm}
        </Button>
      </form>
    </main>
  );
}
