/** Signing in by a passkey instead of the code; loaded where one may be used. */
import { type BodyInput, CODES, login, type PasskeyAnswer, type PasskeyRequest } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { callApi } from "../../api/client.ts";
import { ApiError, SaidError } from "../../lib/errors.ts";
import { answerPasskey } from "../../lib/passkey.ts";
import { sessionTexts } from "../../texts/index.ts";

const texts = sessionTexts.login;

export interface PasskeyButtonProps {
  /** What was given so far. */
  given: BodyInput<typeof login>;
  disabled: boolean;
  onAnswer: (answer: PasskeyAnswer) => void;
  onRefused: (error: unknown) => void;
}

export default function PasskeyButton({ given, disabled, onAnswer, onRefused }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);

  async function ask(): Promise<void> {
    setPending(true);
    try {
      onAnswer(await answered(await question(given)));
    } catch (error) {
      onRefused(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      disabled={disabled}
      loading={pending}
      onClick={() => void ask()}
    >
      {texts.passkey}
    </Button>
  );
}

/** Another one each time: it is good once, and for a while. */
async function question(body: BodyInput<typeof login>): Promise<PasskeyRequest> {
  try {
    await callApi(login, { body });
  } catch (error) {
    if (error instanceof ApiError && error.code === CODES.secondFactorNeeded && error.answer["passkey"])
      return error.answer["passkey"] as PasskeyRequest;
    throw error;
  }
  throw new SaidError(texts.passkeyRefused);
}

async function answered(request: PasskeyRequest): Promise<PasskeyAnswer> {
  try {
    return await answerPasskey(request);
  } catch (error) {
    throw new SaidError(texts.passkeyRefused, { cause: error });
  }
}
