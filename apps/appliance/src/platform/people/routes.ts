/** `/system/people/…` and `/invitation/…`. Links are told once, to who makes one; passwords never. */
import type { Person, Who } from "@hubwart/contract";
import { DeniedError } from "@hubwart/core";
import { otpauthUri } from "@hubwart/core/sign-in";
import type { Handlers } from "../../http/handlers.ts";
import type { Session } from "../../http/ports.ts";
import { common } from "../../texts.ts";
import { sameWho } from "../session/accounts.ts";
import type { SessionService } from "../session/service.ts";
import type { Editable, People } from "./people.ts";
import type { StoredPerson } from "./stored.ts";

/** @param named what the person's app calls the device */
export function peopleRoutes(
  sessions: SessionService,
  clock: { now(): number },
  named: () => Promise<{ product: string; host: string }>,
): Handlers {
  const { accounts, invitations, people } = sessions;
  return {
    people: async ({ session }) => {
      const asks = whoOf(session);
      const used = lastUses(sessions);
      const seen = people.seen();
      const seenOf = (id: string) => Math.max(used.get(id) ?? 0, seen[id] ?? 0);
      return {
        owner: {
          ...people.owner,
          factor: sessions.factor.state().on,
          own: asks.kind === "administrator",
          seen: seenOf(""),
        },
        people: people.all().people.map((one) => ({
          ...editedOf(one),
          id: one.id,
          state: stateOf(one, clock.now()),
          link: one.invite_until > clock.now() ? one.invite_until : 0,
          factor: one.factor,
          ...(one.directory ? { directory: true as const } : {}),
          ...keptBy(one, people),
          own: sameWho(asks, { kind: "person", id: one.id, name: "" }),
          seen: seenOf(one.id),
        })),
        demand: [...people.all().demand],
      };
    },
    personInvite: async (request) => {
      const added = people.invite(request.body);
      request.audit({ after: editedOf(request.body) });
      return added;
    },
    personLink: async (request) => {
      const link = people.renewLink(request.body.id);
      request.audit({ after: { name: people.find(request.body.id)?.name } });
      return link;
    },
    personSave: async (request) => {
      const { id, ...given } = request.body;
      const before = people.save(id, given, whoOf(request.session));
      request.audit({ before: editedOf(before), after: editedOf(given) });
      return {};
    },
    personLock: async (request) => {
      const { id, locked } = request.body;
      const { locked: was, name } = people.lock(id, locked, whoOf(request.session));
      request.audit({ before: { name, locked: was }, after: { name, locked } });
      return {};
    },
    personRemove: async (request) => {
      const before = people.remove(request.body.id, whoOf(request.session));
      request.audit({ before: editedOf(before), after: {} });
      return {};
    },
    ownerSave: async (request) => {
      request.audit({ before: people.saveOwner(request.body, whoOf(request.session)), after: request.body });
      return {};
    },
    peopleDemand: async (request) => {
      const before = people.saveDemand(request.body.roles, whoOf(request.session));
      request.audit({ before: { roles: before }, after: request.body });
      return {};
    },
    invitation: async ({ body }) => {
      const { person, secret } = invitations.look(body.token);
      const { invite_until: until, label, name, role } = person;
      if (secret === undefined) return { name, label, role, until };
      const { host, product } = await named();
      return {
        name,
        label,
        role,
        until,
        factor: { secret, uri: otpauthUri(secret, product, `${name}@${host}`) },
      };
    },
    invitationAccept: async (request) => {
      const { address, agent, body } = request;
      request.audit({ after: {} });
      const { otp, pwd, token: link } = body;
      const { recovery, token, who } = await invitations.accept(link, { pwd, otp, address, agent });
      request.audit({ who, after: { name: accounts.of(who).who.name } });
      return { token, ...(recovery && { recovery }) };
    },
  };
}

/** What administrators decide of a person. */
export const editedOf = ({ channels, label, name, role }: Editable): Pick<StoredPerson, keyof Editable> => ({
  name,
  label,
  role,
  channels: channels && [...channels],
});

export function stateOf(
  { directory, invite_until, locked, pwd }: StoredPerson,
  now: number,
): Person["state"] {
  if (locked) return "locked";
  if (pwd !== "" || directory) return "active";
  return invite_until > now ? "invited" : "expired";
}

/** Whether the central keeps the person, and what the person may now. */
function keptBy(one: StoredPerson, people: People): Pick<Person, "of_central"> {
  if (one.central === undefined) return {};
  return { of_central: people.roleNow({ ...one, locked: false }) ?? "none" };
}

/** Of sessions that are open, by the person's id. */
function lastUses(sessions: SessionService): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { used, who } of sessions.list()) {
    const id = who.kind === "administrator" ? "" : who.id;
    uses.set(id, Math.max(used, uses.get(id) ?? 0));
  }
  return uses;
}

function whoOf(session: Session | undefined): Who {
  if (!session) throw new DeniedError(common.pleaseSignIn);
  return session.who;
}
