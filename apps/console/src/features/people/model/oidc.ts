/** Settings of the directory service as the fields of the form hold them: lists are texts there. */
import type { BodyInput, oidcConfigSave } from "@hubwart/contract";
import { mayBeKept } from "../../../components/person/draft.ts";
import type { StoredOidc } from "../api/oidc.ts";

type Body = BodyInput<typeof oidcConfigSave>;
export interface RoleRow {
  value: string;
  role: Body["roles"][number]["role"];
  /** Patterns, parted by commas. */
  channels: string;
}
export interface OidcValues extends Omit<Body, "roles" | "hosts"> {
  roles: readonly RoleRow[];
  hosts: string;
}

export const NEW_ROW: RoleRow = { value: "", role: "see", channels: "" };

export function oidcValuesOf({ hosts, roles, ...told }: StoredOidc["data"]): OidcValues {
  return {
    active: told.active,
    label: told.label,
    address: told.address,
    issuer: told.issuer,
    client_id: told.client_id,
    scope: told.scope,
    claim: told.claim,
    otherwise: told.otherwise,
    trust_factor: told.trust_factor,
    plain: told.plain,
    hosts: hosts.join(", "),
    roles: roles.map((row) => ({ ...row, channels: (row.channels ?? []).join(", ") })),
  };
}

export function oidcBodyOf({ hosts, roles, ...rest }: OidcValues): Body {
  return {
    ...rest,
    hosts: listed(hosts),
    roles: roles.map(({ channels, role, value }) => {
      const patterns = mayBeKept(role) ? listed(channels) : [];
      return { value, role, channels: patterns.length > 0 ? patterns : null };
    }),
  };
}

const listed = (text: string): string[] => text.split(/[\s,;]+/).filter((each) => each !== "");
