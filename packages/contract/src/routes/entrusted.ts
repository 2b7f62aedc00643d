/**
 * People and certificates that a site lets its central keep (`entrust` of the door). Nobody but the central reaches these calls; each keeps
 * to the level that the site allows the central, and people that the site made itself are locked at most, never changed.
 */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { unixMillis } from "../shapes.ts";
import { PERSON_STATES, personInvite } from "./people.ts";

const { name } = personInvite.body.def.shape;

const ours = {
  method: "POST",
  access: "session",
  // How far beyond that is what the site allows the central.
  needs: "see",
  // Nobody reaches them who is kept to some.
  channels: "none",
  origin: "ours",
} as const;

export const entrustedLook = call({
  ...ours,
  path: "/system/entrusted",
  summary: "People that the central keeps here, which of some names are people of the site, and authorities.",
  mutates: false,
  body: z.object({
    names: describe(z.array(name).check(z.maxLength(LIMITS.people)), "no others of the site are told"),
  }),
  answer: answer({
    people: describe(
      z.array(
        z.object({
          ...personInvite.body.def.shape,
          name: z.string(),
          channels: z.nullable(z.array(z.string())),
          state: z.enum(PERSON_STATES),
        }),
      ),
      "that the central keeps",
    ),
    others: describe(
      z.array(z.object({ name: z.string(), locked: z.boolean() })),
      "of the site, by the names asked for",
    ),
    authorities: describe(z.array(z.string()), "SHA-256 fingerprints, hexadecimal with colons"),
  }),
});

export const entrustedPersonSave = call({
  ...ours,
  path: "/system/entrusted/people/save",
  summary:
    "A person as the central wants it, new or changed; at most with the level that the site allows the central. 409 for a name of a person of the site. Makes no link.",
  mutates: true,
  body: personInvite.body,
  answer: answer({}),
});

export const entrustedPersonLink = call({
  ...ours,
  path: "/system/entrusted/people/link",
  summary: "A link with which a person that the central keeps sets a password; good once and for three days.",
  mutates: true,
  body: z.object({ name }),
  answer: answer({
    token: describe(z.string(), "256 random bits, base64url; told once"),
    until: unixMillis(),
    hosts: describe(z.array(z.string()), "names and addresses under which this console is reached"),
  }),
});

export const entrustedPersonRemove = call({
  ...ours,
  path: "/system/entrusted/people/remove",
  summary:
    "A person is no longer wanted: removed if the central keeps it, locked if it is the site's and of no higher level than the site allows the central. 409 where no administrator would be left.",
  mutates: true,
  body: z.object({ name }),
  answer: answer({}),
});

export const entrustedAuthorityAdd = call({
  ...ours,
  path: "/system/entrusted/authorities/add",
  summary: "Adds a root certificate that the device trusts; nothing where it is trusted already.",
  mutates: true,
  body: z.object({ authority: describe(z.string().check(z.minLength(1), z.maxLength(20_000)), "PEM") }),
  answer: answer({}),
});
