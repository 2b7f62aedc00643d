/** Passkeys instead of the code of the second factor; only where it is on, and where the device is called by a name over https. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { passkeyCreated, passkeyCreation, passkeyId } from "../passkey-shapes.ts";
import { anyPassword, unixMillis } from "../shapes.ts";
import { texts } from "../texts/shapes.ts";

const may = { needs: "see", channels: "none" } as const;
/** What nobody sees would let two names look alike. */
const passkeyName = () =>
  describe(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, texts.passkeyName),
        z.maxLength(60),
        z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, texts.passkeyName),
      ),
    "by which its owner knows it",
  );

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  host: describe(
    z.string(),
    "name of this device, with the port where it is another, under which it lets in",
  ),
  since: unixMillis(),
  used: describe(unixMillis(), "last sign-in; 0 before the first"),
});
export type Passkey = z.output<typeof passkey>;

export const passkeys = call({
  ...may,
  method: "GET",
  path: "/system/passkeys",
  summary: "The caller's passkeys.",
  mutates: false,
  answer: answer({ passkeys: z.array(passkey) }),
});

export const passkeyBegin = call({
  ...may,
  method: "POST",
  path: "/system/passkeys/begin",
  summary:
    "What a browser makes a passkey from, within three minutes. 409 where the second factor is off, the device is not called by a name over https, or there are too many.",
  mutates: true,
  body: z.object({ pwd: anyPassword() }),
  answer: answer({ options: passkeyCreation }),
});

export const passkeyConfirm = call({
  ...may,
  method: "POST",
  path: "/system/passkeys/confirm",
  summary:
    "Keeps the passkey that the browser made. 409 for one that was not begun by this session, or is not as asked for.",
  mutates: true,
  body: z.object({ name: passkeyName(), created: passkeyCreated() }),
});

export const passkeyRename = call({
  ...may,
  method: "POST",
  path: "/system/passkeys/rename",
  summary: "Another name for a passkey of the caller. 404 where it is none.",
  mutates: true,
  body: z.object({ id: passkeyId(), name: passkeyName() }),
});

export const passkeyRemove = call({
  ...may,
  method: "POST",
  path: "/system/passkeys/remove",
  summary: "Removes a passkey of the caller: it lets in nobody any more. 404 where it is none.",
  mutates: true,
  body: z.object({ id: passkeyId() }),
});
