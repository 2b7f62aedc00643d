/** What the calls about people and sessions do. */
import { ConflictError } from "@hubwart/core";
import type { CentralHandlers } from "../http/edge.ts";
import { known } from "../known.ts";
import type { People, Person } from "../register/people.ts";
import type { Session, Sessions } from "../register/sessions.ts";
import { texts } from "../texts.ts";
import type { SignIn } from "./sign-in.ts";

export interface PeopleParts {
  /** Name of the central. */
  name: string;
  people: People;
  sessions: Sessions;
  signIn: SignIn;
}

type SessionCalls =
  | "centralInvitation"
  | "centralInvitationAccept"
  | "centralPasswordChange"
  | "centralSession"
  | "centralSignIn"
  | "centralSignInToken"
  | "centralSignOut";
type PeopleCalls =
  | "centralPeople"
  | "centralPersonCreate"
  | "centralPersonLink"
  | "centralPersonRemove"
  | "centralPersonSave"
  | "centralPersonToken"
  | "centralPersonTokenRemove";

export const peopleHandlers = (parts: PeopleParts): Pick<CentralHandlers, PeopleCalls | SessionCalls> => ({
  ...sessionHandlers(parts),
  ...managing(parts),
});

function sessionHandlers({
  name: central,
  people,
  sessions,
  signIn,
}: PeopleParts): Pick<CentralHandlers, SessionCalls> {
  return {
    centralSession: async ({ session }) => {
      const setup = people.accounts().some(({ password }) => password !== undefined);
      if (!session) return { central, setup };
      const { id, level, name, password } = session.account;
      return { central, setup, me: { id, name, level, password: password !== undefined } };
    },
    centralSignIn: async ({ address, body, keep, note, session }) => {
      // A name that there is not may be a password.
      note({}, people.named(body.name)?.name ?? "");
      const { secret } = await signIn.byPassword(body.name, body.pwd, address);
      await replace(sessions, session);
      keep(secret);
      return {};
    },
    centralSignInToken: async ({ body, keep, note, session }) => {
      note({});
      const { account, secret } = await signIn.byToken(body.token);
      note({}, account.name);
      await replace(sessions, session);
      keep(secret);
      return {};
    },
    centralSignOut: async ({ keep, note, session }) => {
      note({});
      keep(undefined);
      if (session) await sessions.end(session.hash);
      return {};
    },
    centralPasswordChange: async ({ address, body, keep, note, session }) => {
      note({});
      if (!session) throw new ConflictError(texts.notForTokens);
      const { secret } = await signIn.change(session, { old: body.old, next: body.new }, address);
      keep(secret);
      return {};
    },
    centralInvitation: async ({ body }) => {
      const { level, linkUntil, name } = signIn.invited(body.token);
      return { name, level, until: linkUntil };
    },
    centralInvitationAccept: async ({ address, body, keep, note, session }) => {
      note({});
      const { account, secret } = await signIn.accept(body.token, body.pwd, address);
      note({}, account.name);
      await replace(sessions, session);
      keep(secret);
      return {};
    },
  };
}

/** Who signs in anew in the same browser leaves no session behind that nobody has the cookie of. */
async function replace(sessions: Sessions, before: Session | undefined): Promise<void> {
  if (before) await sessions.end(before.hash);
}

function managing({ people }: PeopleParts): Pick<CentralHandlers, PeopleCalls> {
  const named = ({ id, name }: Person) => ({ id, name });
  return {
    centralPeople: async () => ({ people: people.shown() }),
    centralPersonCreate: async ({ body: { by, level, name } }) => await people.create(name, level, by),
    centralPersonSave: async ({ body: { id, level }, note, person }) => {
      const before = await people.setLevel(id, level, known(person).id);
      note({ ...named(before), before: before.level, level });
      return {};
    },
    centralPersonLink: async ({ body: { id }, note, person }) => {
      const { link, person: of } = await people.renewLink(id, known(person).id);
      note(named(of));
      return { link };
    },
    centralPersonToken: async ({ body: { id }, note }) => {
      const { person: of, token } = await people.renewToken(id);
      note(named(of));
      return { token };
    },
    centralPersonTokenRemove: async ({ body: { id }, note }) => {
      note(named(await people.removeToken(id)));
      return {};
    },
    centralPersonRemove: async ({ body: { id }, note, person }) => {
      note(named(await people.remove(id, known(person).id)));
      return {};
    },
  };
}
