/** Which directory service, and who gets which role. The secret is told to nobody. */
import { OIDC_PATH, oidcConfigSave } from "@hubwart/contract";
import { type FieldProblem, InvalidInputError } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import type * as z from "zod/mini";
import { texts as peopleTexts } from "../../platform/people/texts.ts";
import { addressProblem, issuerProblem } from "./addresses.ts";
import { texts } from "./texts.ts";

export type StoredOidc = z.output<typeof oidcConfigSave.body>;

const setting = defineSetting({
  name: "oidc.config",
  schema: oidcConfigSave.body,
  fallback: {
    active: false,
    label: "",
    address: "",
    issuer: "",
    client_id: "",
    scope: "profile email",
    claim: "groups",
    roles: [],
    otherwise: null,
    trust_factor: false,
    hosts: [],
    plain: false,
  },
  tells: ({ active, issuer, ...mark }) =>
    active ? [{ about: "accounts", name: texts.told, shows: issuer, mark }] : [],
});

export class OidcSettings {
  readonly #store: Pick<Store, "settings">;

  constructor(store: Pick<Store, "settings">) {
    this.#store = store;
  }

  read(): StoredOidc {
    return this.#store.settings.read(setting);
  }

  /** Without the secret. */
  told(): Omit<StoredOidc, "client_secret"> & { has_client_secret: boolean; path: string } {
    const { client_secret = "", ...open } = this.read();
    return { ...open, has_client_secret: client_secret !== "", path: OIDC_PATH };
  }

  /** @throws InvalidInputError */
  write(given: StoredOidc, now: number): void {
    const problems = given.active ? problemsOf(given) : [];
    const bounds = given.roles.flatMap(({ channels, role }, i): FieldProblem[] =>
      channels && role !== "see" && role !== "operate"
        ? [{ field: `roles.${i}.channels`, message: peopleTexts.unboundedRole }]
        : [],
    );
    if (problems.length + bounds.length > 0) throw new InvalidInputError([...problems, ...bounds]);
    const client_secret = given.client_secret ?? this.#kept(given.issuer);
    this.#store.settings.write(setting, { ...given, client_secret }, now);
  }

  /** A secret goes to the service it was given for, and to no other. */
  #kept(issuer: string): string {
    const before = this.read();
    return before.issuer === issuer ? (before.client_secret ?? "") : "";
  }
}

function problemsOf(given: StoredOidc): FieldProblem[] {
  const needed = (["client_id", "claim"] as const).filter((field) => given[field] === "");
  const wrong = {
    address: addressProblem(given.address, given.plain),
    issuer: issuerProblem(given.issuer, given.plain),
  };
  return [
    ...needed.map((field) => ({ field, message: texts.missing })),
    ...Object.entries(wrong).flatMap(([field, message]) =>
      message === undefined ? [] : [{ field, message }],
    ),
  ];
}
