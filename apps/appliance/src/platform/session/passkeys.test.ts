/** Passkeys instead of a code: what lets in, what does not, and what ends them. */
import { CODES, LIMITS, type PasskeyRequest, type Who } from "@hubwart/contract";
import {
  ConflictError,
  createLogger,
  DeniedError,
  ManualClock,
  MemoryLogSink,
  NotFoundError,
} from "@hubwart/core";
import { codeOf, stepAt } from "@hubwart/core/sign-in";
import { resetPassword, type Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FactorNeededError } from "../../http/errors.ts";
import { Authenticator } from "../../testing/authenticator.ts";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { SessionService } from "./service.ts";

const PASSWORD = "richtig und lang";
const HERE = "10.0.0.1";
const SITE = "https://hub.example";
const OTHER = "https://haus.example";
const EVIL = "https://evil.example";

const folder = useFolder();
let clock: ManualClock;
let store: Store;
let sessions: SessionService;
let secret: string;
let recovery: string[];
let session: string;
let key: Authenticator;

const code = () => codeOf(secret, stepAt(clock.now()));
const owner = () => sessions.accounts.owner();
const idOf = (token: string) => sessions.authenticate(token, true)?.id ?? "";

async function switchOn(token: string): Promise<void> {
  secret = await sessions.own.beginFactor(idOf(token), HERE, PASSWORD);
  const on = await sessions.own.confirmFactor(idOf(token), HERE, { agent: undefined, otp: code() });
  ({ recovery } = on);
  session = idOf(on.token);
  clock.advance(60_000);
}
function begin(site: string | undefined = SITE, pwd = PASSWORD, by = session) {
  const act = (account: ReturnType<typeof owner>) => sessions.passkeys.begin(account, by, site, "Hubwart");
  return sessions.own.confirmed(HERE, pwd, undefined, act);
}
async function add(made = key, site = SITE, name = "Telefon"): Promise<void> {
  const created = made.create(await begin(site), site);
  await sessions.passkeys.confirm(owner(), session, site, { name, created });
}
/** What signing in by the password alone asks for. */
async function asked(site: string | undefined = SITE, address = HERE): Promise<PasskeyRequest | undefined> {
  try {
    await sessions.login(PASSWORD, address, { site });
  } catch (error) {
    if (error instanceof FactorNeededError) return error.passkey;
    throw error;
  }
  throw new Error("the password was enough");
}
async function question(site = SITE, address = HERE): Promise<PasskeyRequest> {
  const request = await asked(site, address);
  if (!request) throw new Error("no passkey is asked for");
  return request;
}
const signIn = (passkey: ReturnType<Authenticator["get"]>, site = SITE, address = HERE) =>
  sessions.login(PASSWORD, address, { passkey, site });

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 10, 25, 8));
  store = openTestStore(folder(), clock);
  sessions = new SessionService(
    store,
    clock,
    createLogger("system", "session", new MemoryLogSink()),
    quickHasher,
  );
  key = new Authenticator();
  await switchOn(await sessions.setFirst(PASSWORD, HERE));
});
afterEach(() => {
  store.close();
});

describe("adding one", () => {
  it("asks for the password, the second factor, and a name of the device", async () => {
    await expect(begin(SITE, "falsch")).rejects.toMatchObject({ code: CODES.wrongPassword });
    const nameless = sessions.own.confirmed(HERE, PASSWORD, undefined, (account) =>
      sessions.passkeys.begin(account, session, undefined, "Hubwart"),
    );
    await expect(nameless).rejects.toThrow("https und einen Namen");
    await add();
    expect(sessions.passkeys.list(owner())).toEqual([
      { id: key.id, name: "Telefon", host: "hub.example", since: clock.now(), used: 0 },
    ]);
    const { token } = await sessions.login(PASSWORD, HERE, { otp: code() });
    clock.advance(60_000);
    await sessions.own.factorOff(HERE, { agent: undefined, pwd: PASSWORD, otp: code() });
    expect(token).not.toBe("");
    await expect(begin()).rejects.toThrow(ConflictError);
  });

  const refused: [string, () => Promise<unknown>][] = [
    ["by another session", async () => confirm(key.create(await begin(), SITE), SITE, "another")],
    ["made for another page", async () => confirm(key.create(await begin(), EVIL))],
    ["made for another name", async () => confirm(key.create(await begin(), SITE, { rpId: "evil.example" }))],
    ["without the person", async () => confirm(key.create(await begin(), SITE, { verified: false }))],
    ["to another challenge", async () => confirm(key.create(await begin(), SITE, { challenge: "YWJj" }))],
    ["under another name of the device", async () => confirm(key.create(await begin(), SITE), OTHER)],
    [
      "after three minutes",
      async () => {
        const created = key.create(await begin(), SITE);
        clock.advance(LIMITS.passkeyWithin);
        return confirm(created);
      },
    ],
  ];
  const confirm = (created: ReturnType<Authenticator["create"]>, site = SITE, by = session) =>
    sessions.passkeys.confirm(owner(), by, site, { name: "x", created });
  it.each(refused)("is refused %s", async (_, attempt) => {
    await expect(attempt()).rejects.toThrow(ConflictError);
    expect(sessions.passkeys.list(owner())).toEqual([]);
  });

  it("takes no passkey away from whoever has it, and ten are enough", async () => {
    await add();
    await expect(add(new Authenticator(key.id))).rejects.toThrow("schon gespeichert");
    for (let count = 1; count < LIMITS.passkeys; count++) await add(new Authenticator());
    await expect(begin()).rejects.toThrow("mehr sind nicht möglich");
    expect(await begin(OTHER).catch(String)).toContain("mehr sind nicht möglich");
  });
});

describe("signing in", () => {
  beforeEach(() => add());

  it("asks for it after the right password alone, and only under the name it was made for", async () => {
    expect(await asked()).toMatchObject({ rpId: "hub.example", userVerification: "required" });
    expect(await asked(OTHER)).toBeUndefined();
    expect(await asked("")).toBeUndefined();
    await expect(sessions.login("falsch", HERE, { site: SITE })).rejects.toThrow(DeniedError);
    const answer = key.get(await question(), SITE);
    await expect(sessions.login("falsch", HERE, { site: SITE, passkey: answer })).rejects.toThrow(
      DeniedError,
    );
  });

  it("lets in, again and again, and notes when", async () => {
    for (let time = 0; time < 3; time++) {
      clock.advance(1000);
      const { passkey, token } = await signIn(key.get(await question(), SITE));
      expect(idOf(token)).not.toBe("");
      expect(passkey).toBe("Telefon");
    }
    expect(sessions.passkeys.list(owner())).toMatchObject([{ used: clock.now() }]);
  });

  const refused: [string, () => Promise<unknown>][] = [
    ["of another page", async () => signIn(key.get(await question(), EVIL))],
    ["for another name", async () => signIn(key.get(await question(), SITE, { rpId: "evil.example" }))],
    ["without the person", async () => signIn(key.get(await question(), SITE, { verified: false }))],
    ["to another question", async () => signIn(key.get(await question(), SITE, { challenge: "YWJj" }))],
    [
      "by a copy that counts behind",
      async () => {
        await signIn(key.get(await question(), SITE));
        return signIn(key.get(await question(), SITE, { counter: 1 }));
      },
    ],
    [
      "a second time",
      async () => {
        const answer = key.get(await question(), SITE);
        await signIn(answer);
        return signIn(answer);
      },
    ],
    [
      "a second time, to a question of its own",
      async () => {
        const { challenge } = await question();
        await signIn(key.get({ ...(await question()), challenge }, SITE)).catch(() => undefined);
        return signIn(key.get({ ...(await question()), challenge }, SITE));
      },
    ],
    [
      "after a question was used up by a wrong one",
      async () => {
        const request = await question();
        await signIn(key.get(request, EVIL)).catch(() => undefined);
        return signIn(key.get(request, SITE));
      },
    ],
    [
      "after three minutes",
      async () => {
        const answer = key.get(await question(), SITE);
        clock.advance(LIMITS.passkeyWithin);
        return signIn(answer);
      },
    ],
    ["from another address", async () => signIn(key.get(await question(), SITE), SITE, "10.0.0.2")],
    ["under another name of the device", async () => signIn(key.get(await question(), SITE), OTHER)],
    ["with another key", async () => signIn(new Authenticator(key.id).get(await question(), SITE))],
    ["that is none of the account's", async () => signIn(new Authenticator().get(await question(), SITE))],
  ];
  it.each(refused)("is refused %s", async (_, attempt) => {
    await expect(attempt()).rejects.toThrow("Der Passkey wurde nicht angenommen");
  });

  it("is braked by address as wrong codes are, and leaves code and recovery code as they are", async () => {
    for (let time = 0; time < LIMITS.loginFailures; time++)
      await expect(signIn(key.get(await question(), EVIL))).rejects.toThrow(DeniedError);
    await expect(question()).rejects.toMatchObject({ retryAfter: 30 });
    expect((await sessions.login(PASSWORD, "10.0.0.9", { otp: code() })).token).not.toBe("");
    const { recoveryLeft } = await sessions.login(PASSWORD, "10.0.0.8", { otp: recovery[0] ?? "" });
    expect(recoveryLeft).toBe(LIMITS.recoveryCodes - 1);
  });
});

describe("it lets in no more", () => {
  beforeEach(() => add());

  it("once it is removed; another name changes nothing", async () => {
    expect(sessions.passkeys.rename(owner(), key.id, "Schlüssel am Bund")).toBe("Telefon");
    expect(sessions.passkeys.list(owner())).toMatchObject([{ name: "Schlüssel am Bund" }]);
    const answer = key.get(await question(), SITE);
    expect(sessions.passkeys.remove(owner(), key.id)).toBe("Schlüssel am Bund");
    await expect(signIn(answer)).rejects.toThrow(DeniedError);
    expect(await asked()).toBeUndefined();
    expect(() => sessions.passkeys.remove(owner(), key.id)).toThrow(NotFoundError);
  });

  it("once the second factor was off, also after it is on again", async () => {
    const token = await sessions.own.factorOff(HERE, { agent: undefined, pwd: PASSWORD, otp: code() });
    clock.advance(60_000);
    await switchOn(token);
    expect(await asked()).toBeUndefined();
    expect(sessions.passkeys.list(owner())).toEqual([]);
    await add();
    expect(await asked()).toBeDefined();
  });

  it("once another secret is stored by what knows nothing of passkeys", async () => {
    const stored = store.secondFactor.read();
    if (!stored) throw new Error("it is off");
    store.secondFactor.put({ ...stored, secret: "A".repeat(32) });
    expect(await asked()).toBeUndefined();
  });

  it("after `hubwart password reset`", async () => {
    await resetPassword(store, "neues Passwort", clock.now());
    expect(sessions.factor.state().on).toBe(false);
    expect(sessions.passkeys.list(owner())).toEqual([]);
    expect(store.passkeys.has(key.id)).toBe(false);
  });

  it("but another password leaves it as it is", async () => {
    await sessions.own.change(HERE, PASSWORD, "ein neues Passwort");
    const error: unknown = await sessions
      .login("ein neues Passwort", HERE, { site: SITE })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ passkey: { rpId: "hub.example" } });
  });
});

describe("those of people", () => {
  it("are theirs alone", async () => {
    await add();
    const { id, token: link } = sessions.people.invite({
      name: "bea",
      label: "",
      role: "operate",
      channels: null,
    });
    await sessions.invitations.accept(link, {
      pwd: PASSWORD,
      otp: undefined,
      address: HERE,
      agent: undefined,
    });
    const who: Who = { kind: "person", id, name: "bea" };
    const bea = sessions.accounts.of(who);
    expect(sessions.passkeys.list(bea)).toEqual([]);
    expect(() => sessions.passkeys.remove(bea, key.id)).toThrow(NotFoundError);
    expect(() => sessions.passkeys.rename(bea, key.id, "mein")).toThrow(NotFoundError);
    // Nobody's session is opened by somebody else's passkey.
    await sessions.own.beginFactor("s", HERE, PASSWORD, who).then((told) => {
      secret = told;
    });
    await sessions.own.confirmFactor("s", HERE, { agent: undefined, otp: code(), who });
    const request = await question();
    const theirs = sessions.login(PASSWORD, HERE, {
      name: "bea",
      passkey: key.get(request, SITE),
      site: SITE,
    });
    await expect(theirs).rejects.toThrow("Der Passkey wurde nicht angenommen");
  });
});
