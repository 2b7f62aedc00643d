/** Forms that were not saved yet, of whoever asks. */
import { DeniedError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { Session } from "../../http/ports.ts";
import { common } from "../../texts.ts";
import type { UnsavedForms } from "./forms.ts";

export function unsavedHandlers(forms: UnsavedForms): Handlers {
  return {
    unsavedList: async ({ session }) => ({ forms: await forms.list(ownerOf(session)) }),
    unsavedRead: async ({ query, session }) => await forms.read(ownerOf(session), query.form),
    unsavedKeep: async ({ body: { form, ...typed }, session }) => ({
      at: await forms.keep(ownerOf(session), form, typed),
    }),
    unsavedDrop: async ({ body, session }) => {
      await forms.drop(ownerOf(session), body.form);
      return {};
    },
  };
}

/** Names of persons may be given anew, so it is their id. */
function ownerOf(session: Session | undefined): string {
  if (!session) throw new DeniedError(common.pleaseSignIn);
  const { who } = session;
  return who.kind === "administrator" ? who.kind : `${who.kind}:${who.id}`;
}
