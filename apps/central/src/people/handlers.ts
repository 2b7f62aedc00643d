/** What the calls about people and sessions do. */
import { ConflictError, DeniedError } from "@hubwart/core";
import { otpauthUri } from "@hubwart/core/sign-in";
import type { CentralHandlers } from "../http/edge.ts";
import { known } from "../known.ts";
import type { Account, People, Person } from "../register/people.ts";
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
type FactorCalls =
  | "centralFactor"
  | "centralFactorBegin"
  | "centralFactorConfirm"
  | "centralFactorOff"
  | "centralFactorRecovery";
type PeopleCalls =
  | "centralPeople"
  | "centralPeopleDemand"
  | "centralPersonCreate"
  | "centralPersonFactorRemove"
  | "centralPersonLink"
  | "centralPersonRemove"
  | "centralPersonSave"
  | "centralPersonToken"
  | "centralPersonTokenRemove";

export const peopleHandlers = (
  parts: PeopleParts,
): Pick<CentralHandlers, FactorCalls | PeopleCalls | SessionCalls> => ({
  ...sessionHandlers(parts),
  ...factorHandlers(parts),
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
      const { recoveryLeft, secret } = await signIn.byPassword(body.name, body.pwd, address, body.otp);
      const recovery = recoveryLeft === undefined ? {} : { recovery_left: recoveryLeft };
      note(recovery, people.named(body.name)?.name);
      await replace(sessions, session);
      keep(secret);
      return recovery;
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
      const { secret } = await signIn.change(ofPage(session), { old: body.old, next: body.new }, address);
      keep(secret);
      return {};
    },
    centralInvitation: async ({ body }) => {
      const { account, secret } = signIn.invited(body.token);
      const { factor, level, linkUntil, name } = account;
      return {
        name,
        level,
        until: linkUntil,
        asks_code: factor !== undefined,
        ...(secret !== undefined && { factor: { secret, uri: otpauthUri(secret, central, name) } }),
      };
    },
    centralInvitationAccept: async ({ address, body, keep, note, session }) => {
      note({});
      const { account, recovery, secret } = await signIn.accept(
        body.token,
        { pwd: body.pwd, otp: body.otp },
        address,
      );
      note({ ...(recovery && { factor: true }) }, account.name);
      await replace(sessions, session);
      keep(secret);
      return { ...(recovery && { recovery }) };
    },
  };
}

/** What people do with their own second factor. Neither codes nor the secret get into the change log. */
function factorHandlers({ name: central, people, signIn }: PeopleParts): Pick<CentralHandlers, FactorCalls> {
  return {
    centralFactor: async ({ person }) => signIn.factor.state(accountOf(people, person)),
    centralFactorBegin: async ({ address, body, note, session }) => {
      note({});
      const secret = await signIn.beginFactor(ofPage(session), body.pwd, address);
      return { secret, uri: otpauthUri(secret, central, ofPage(session).account.name) };
    },
    centralFactorConfirm: async ({ address, body, keep, note, session }) => {
      note({});
      const { recovery, secret } = await signIn.confirmFactor(ofPage(session), body.otp, address);
      keep(secret);
      return { recovery };
    },
    centralFactorOff: async ({ address, body, keep, note, session }) => {
      note({});
      const { secret } = await signIn.factorOff(ofPage(session), body, address);
      keep(secret);
      return {};
    },
    centralFactorRecovery: async ({ address, body, note, session }) => {
      note({});
      return { recovery: await signIn.renewRecovery(ofPage(session), body, address) };
    },
  };
}

/** @throws ConflictError for who asks by a token */
function ofPage(session: Session | undefined): Session {
  if (!session) throw new ConflictError(texts.notForTokens);
  return session;
}

function accountOf(people: People, person: Person | undefined): Account {
  const account = people.get(known(person).id);
  if (!account) throw new DeniedError(texts.pleaseSignIn);
  return account;
}

/** Who signs in anew in the same browser leaves no session behind that nobody has the cookie of. */
async function replace(sessions: Sessions, before: Session | undefined): Promise<void> {
  if (before) await sessions.end(before.hash);
}

function managing({ people }: PeopleParts): Pick<CentralHandlers, PeopleCalls> {
  const named = ({ id, name }: Person) => ({ id, name });
  return {
    centralPeople: async () => ({ people: people.shown(), demand: [...people.demand] }),
    centralPeopleDemand: async ({ body: { levels }, note, person }) => {
      const before = people.demand;
      note({ before, levels: await people.setDemand(levels, known(person).id) });
      return {};
    },
    centralPersonFactorRemove: async ({ body: { id }, note, person }) => {
      note(named(await people.removeFactor(id, known(person).id)));
      return {};
    },
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
