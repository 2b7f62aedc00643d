/** `/system/entrusted/…`: people and authorities that the site lets its central keep. What the central may is found anew for each call. */
import { includes, type Level } from "@hubwart/contract";
import { ConflictError, DeniedError, NotFoundError } from "@hubwart/core";
import { plainName } from "@hubwart/core/sign-in";
import type { Handlers } from "../../http/handlers.ts";
import type { Session } from "../../http/ports.ts";
import { ForbiddenError } from "../../http/rights.ts";
import { texts as edgeTexts } from "../../http/texts.ts";
import { common } from "../../texts.ts";
import type { People } from "../people/people.ts";
import { editedOf, stateOf } from "../people/routes.ts";
import type { StoredPerson } from "../people/stored.ts";
import { texts } from "../people/texts.ts";
import type { TrustedAuthorities } from "../tls/authorities.ts";

export interface EntrustedParts {
  people: People;
  authorities: Pick<TrustedAuthorities, "addMissing" | "list">;
  clock: { now(): number };
  /** Names and addresses under which the console is reached. */
  hosts: () => Promise<string[]>;
}

export function entrustedRoutes({ authorities, clock, hosts, people }: EntrustedParts): Handlers {
  /** @throws ForbiddenError where the site does not want it any more */
  const centralNow = (): string => {
    const leave = people.centralLeave;
    if (!leave) throw new ForbiddenError(edgeTexts.notEntrusted);
    return leave.central;
  };
  const kept = (name: string): StoredPerson => {
    const found = people.named(name);
    if (!found) throw new NotFoundError(texts.noPerson);
    if (found.central !== centralNow()) throw new ConflictError(texts.ofSite(found.name));
    return found;
  };
  return {
    entrustedLook: async ({ body: { names } }) => {
      const central = centralNow();
      const { owner, people: all } = people.all();
      const asked = new Set(names.map(plainName));
      const others = [
        { name: owner.name, locked: people.owner.locked },
        ...all.filter((one) => one.central !== central),
      ].filter(({ name }) => asked.has(plainName(name)));
      return {
        people: all
          .filter((one) => one.central === central)
          .map((one) => ({ ...editedOf(one), state: stateOf(one, clock.now()) })),
        others: others.map(({ locked, name }) => ({ name, locked })),
        authorities: authorities.list().map(({ x509 }) => x509.fingerprint256),
      };
    },
    entrustedPersonSave: async (request) => {
      const { body } = request;
      demandRole(levelOf(request.session), body.role);
      const before = people.fromCentral(centralNow(), body);
      request.audit({ ...(before && { before: editedOf(before) }), after: editedOf(body) });
      return {};
    },
    entrustedPersonLink: async (request) => {
      const { id, locked, name } = kept(request.body.name);
      if (locked) throw new ConflictError(texts.lockedHere(name));
      const { token, until } = people.renewLink(id);
      request.audit({ after: { name } });
      return { token, until, hosts: await hosts() };
    },
    entrustedPersonRemove: async (request) => {
      const { body, session } = request;
      const central = centralNow();
      if (plainName(body.name) === plainName(people.owner.name)) throw new ConflictError(texts.ownerStays);
      const found = people.named(body.name);
      if (!found) return {};
      const { id, locked, name, role } = found;
      if (found.central === central) {
        people.remove(id, whoOf(session));
        request.audit({ before: editedOf(found), after: {} });
        return {};
      }
      demandRole(levelOf(session), role);
      people.lock(id, true, whoOf(session));
      request.audit({ before: { name, locked }, after: { name, locked: true } });
      return {};
    },
    entrustedAuthorityAdd: async (request) => {
      centralNow();
      const bytes = Buffer.from(request.body.authority);
      const { filename, x509 } = await authorities.addMissing(bytes);
      request.audit({ after: { file: filename, fingerprint: x509.fingerprint256 } });
      return {};
    },
  };
}

/** @throws ForbiddenError */
function demandRole(level: Level, role: Level): void {
  if (!includes(level, role)) throw new ForbiddenError(texts.aboveLeave(texts.role[level]));
}

const levelOf = (session: Session | undefined): Level => sessionOf(session).level;
const whoOf = (session: Session | undefined) => sessionOf(session).who;

function sessionOf(session: Session | undefined): Session {
  if (!session) throw new DeniedError(common.pleaseSignIn);
  return session;
}
