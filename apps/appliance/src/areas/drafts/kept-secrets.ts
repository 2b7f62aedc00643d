/**
 * Whom stored secrets are kept from: people of a central change a draft, and get none of the secrets in it. What they typed
 * themselves is theirs; the others go where they go in the running project, and nowhere else (`pods/secrets-astray.ts`).
 */
import { InvalidInputError } from "@hubwart/core";
import type { AstraySecret } from "@hubwart/project";
import type { Session } from "../../http/ports.ts";
import { texts } from "./texts.ts";

const TOLD = 10;

/** Undefined: nothing is kept from this caller, who may take secrets with him anyway. */
export function keptFrom(session: Session | undefined): string | undefined {
  return session?.who.kind === "central" ? session.who.id : undefined;
}

export function astrayError(field: string, astray: readonly AstraySecret[]): InvalidInputError {
  return new InvalidInputError(astray.slice(0, TOLD).map((one) => ({ field, message: messageOf(one) })));
}

function messageOf({ iface, pod, so_far, weaker }: AstraySecret): string {
  const name = texts.ifaceOfPod(pod, iface);
  if (so_far === "") return texts.secretsRest(name);
  return weaker ? texts.secretsGuarded(name, so_far) : texts.secretsStay(name, so_far);
}
