import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { type Answer, type HttpClient, HttpFailure, type Outgoing } from "../shared/http/request.ts";
import { Digest } from "./credentials.ts";
import { OAuth } from "./oauth.ts";

const URL_A = new URL("http://h/a?b=c");

describe("digest", () => {
  const challenge = (nonce: string, more = "") => `Digest realm="r", nonce="${nonce}", qop="auth"${more}`;

  it("asks again with a new nonce, and not at all once the password was refused", async () => {
    const digest = new Digest("u", "p");
    const bare = await digest.attempt();
    expect(bare.header("GET", URL_A)).toBeUndefined();
    expect(await digest.refused(bare, challenge("n1"))).toBe(true);
    const first = await digest.attempt();
    expect(first.header("GET", URL_A)).toContain('uri="/a?b=c"');
    const second = await digest.attempt();
    expect(second.header("GET", URL_A)).toContain("nc=00000002");
    // Used before: the nonce may be too old, whatever the server says of it.
    expect(await digest.refused(second, challenge("n2"))).toBe(true);
    const fresh = await digest.attempt();
    fresh.header("GET", URL_A);
    expect(await digest.refused(fresh, challenge("n3", ", stale=true"))).toBe(true);
    const wrong = await digest.attempt();
    wrong.header("GET", URL_A);
    expect(await digest.refused(wrong, challenge("n4"))).toBe(false);
    expect((await digest.attempt()).header("GET", URL_A)).toBeUndefined();
  });

  it("says what it cannot answer", async () => {
    const digest = new Digest("u", "p");
    expect(await digest.refused(await digest.attempt(), challenge("n", ", algorithm=SHA-1"))).toBe(false);
    expect(digest.problem).toBe("Der Server verlangt ein Digest-Verfahren, das der Pod nicht beherrscht");
    expect(await digest.refused(await digest.attempt(), 'Bearer x="y"')).toBe(false);
    expect(digest.problem).toBe("Der Server bietet keine Digest-Anmeldung an, sondern bearer");
    expect(await digest.refused(await digest.attempt(), undefined)).toBe(false);
    expect(digest.problem).toBe("Der Server bietet keine Digest-Anmeldung an");
  });
});

describe("OAuth 2", () => {
  function bench() {
    const clock = new ManualClock();
    const asked: Outgoing[] = [];
    let answer: Partial<Answer> | HttpFailure = {};
    const client: Pick<HttpClient, "request" | "end"> = {
      request: (outgoing) => {
        asked.push(outgoing);
        if (answer instanceof HttpFailure) return Promise.reject(answer);
        const text = JSON.stringify({ access_token: `t${asked.length}`, expires_in: 600 });
        const whole = {
          status: 200,
          statusText: "",
          text,
          garbled: false,
          challenge: undefined,
          open: false,
          ...answer,
        };
        return Promise.resolve(whole);
      },
      end: () => Promise.resolve(),
    };
    const settings = {
      tokenUrl: "https://login.example.org/token",
      clientId: "i",
      clientSecret: "geheim",
      scope: undefined,
      inForm: false,
    };
    const oauth = new OAuth(settings, client as HttpClient, clock);
    const token = async () => (await oauth.attempt()).header("GET", URL_A);
    return { clock, asked, oauth, token, say: (next: typeof answer) => (answer = next) };
  }

  it("renews before the token expires, once for all who wait", async () => {
    const { asked, clock, token } = bench();
    expect(await Promise.all([token(), token(), token()])).toEqual(["Bearer t1", "Bearer t1", "Bearer t1"]);
    clock.advance(539_000);
    expect(await token()).toBe("Bearer t1");
    clock.advance(2_000);
    expect(await token()).toBe("Bearer t2");
    expect(asked).toHaveLength(2);
  });

  it("renews after a refusal, and pauses when the new one is refused too", async () => {
    const { asked, clock, oauth, token } = bench();
    const [one, other] = [await oauth.attempt(), await oauth.attempt()];
    expect(await oauth.refused(one, undefined, "a")).toBe(true);
    // Already renewed by somebody else.
    expect(await oauth.refused(other, undefined, "b")).toBe(true);
    expect(asked).toHaveLength(2);
    expect(await oauth.refused(await oauth.attempt(), undefined, "a")).toBe(false);
    expect(asked).toHaveLength(2);
    expect(await token()).toBe("Bearer t2");
    clock.advance(3_000);
    expect(await oauth.refused(await oauth.attempt(), undefined, "a")).toBe(true);
    expect(asked).toHaveLength(3);
  });

  it("leaves the service alone for as long as that asks for, whoever needs a token meanwhile", async () => {
    const { asked, clock, say, token } = bench();
    say({ status: 429, text: "{}", retryAfter: 60_000 });
    await expect(token()).rejects.toMatchObject({ retryAfter: 60_000 });
    say({});
    for (let second = 0; second < 59; second += 1) {
      clock.advance(1_000);
      await expect(token()).rejects.toThrow();
    }
    expect(asked).toHaveLength(1);
    clock.advance(1_000);
    expect(await token()).toBe("Bearer t2");
  });

  it("keeps the token for all others while one URL refuses every one", async () => {
    const { asked, clock, oauth, say, token } = bench();
    expect(await token()).toBe("Bearer t1");
    const refuse = async () => await oauth.refused(await oauth.attempt(), undefined, "bad");
    expect(await refuse()).toBe(true);
    for (let second = 0; second < 60; second += 1) {
      oauth.accepted("good");
      await refuse();
      clock.advance(1_000);
    }
    // 1, 3, 7, … s after the first one, give or take.
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.length).toBeLessThan(12);
    const [held, before] = [await token(), asked.length];
    say({ status: 429, text: '{"error":"slow_down"}' });
    clock.advance(300_000);
    expect(await refuse()).toBe(false);
    expect(asked.length).toBeGreaterThan(before);
    expect(await token()).toBe(held);
    // Another URL's first refusal counts at once, when the server gives tokens again.
    say({});
    clock.advance(5_000);
    expect(await oauth.refused(await oauth.attempt(), undefined, "other")).toBe(true);
    expect(await token()).not.toBe(held);
  });

  it("waits for as long as the server of the tokens asks for", async () => {
    const { asked, clock, say, token } = bench();
    say({ status: 429, text: "{}", retryAfter: 120_000 });
    await expect(token()).rejects.toThrow("429");
    say({});
    clock.advance(119_999);
    await expect(token()).rejects.toThrow("429");
    expect(asked).toHaveLength(1);
    clock.advance(1);
    expect(await token()).toBe("Bearer t2");
  });

  it("pauses after a failure, with its reason, and never shows the secret", async () => {
    const { asked, clock, say, token } = bench();
    say({ status: 401, text: '{"error":"invalid_client","error_description":"geheim"}' });
    const reason = "login.example.org gibt kein Token aus (401 invalid_client)";
    await expect(token()).rejects.toThrow(reason);
    await expect(token()).rejects.toThrow(reason);
    expect(asked).toHaveLength(1);
    for (const text of [
      "",
      "{}",
      "[]",
      '{"access_token":7}',
      '{"access_token":"a b"}',
      '{"access_token":"a\\r\\nb: c"}',
    ]) {
      clock.advance(300_000);
      say({ text });
      await expect(token()).rejects.toThrow(
        "login.example.org antwortet auf die Anmeldung ohne brauchbares Token",
      );
    }
    clock.advance(300_000);
    say({ text: '{"access_token":"x","token_type":"mac"}' });
    await expect(token()).rejects.toThrow(/ohne brauchbares Token/);
    clock.advance(300_000);
    say({});
    expect(await token()).toBe(`Bearer t${asked.length}`);
  });
});
