import { ManualClock, Scope } from "@hubwart/core";
import { afterEach, expect, it } from "vitest";
import { SERVED_FOR, StartPage, type StartPageOptions } from "./start-page.ts";

let scope = new Scope();
afterEach(async () => {
  await scope.end();
  scope = new Scope();
});

async function opened(change: Partial<StartPageOptions["config"]> = {}, reason = "Die Datei fehlt.") {
  const clock = new ManualClock();
  const config = { bind: "127.0.0.1", httpPort: 0, httpsPort: 0, product: "Hubwart", ...change };
  const page = await StartPage.open(reason, { config, pair: undefined, clock, scope });
  return { clock, page, url: page && `http://127.0.0.1:${page.port}` };
}

it("says to people why it does not start, and comes back by itself once another try is over", async () => {
  const { clock, url } = await opened({}, `Die Datei "a<b>&" fehlt.`);
  const answer = await fetch(`${url}/runtime/pods`);
  expect([answer.status, answer.headers.get("refresh"), answer.headers.get("connection")]).toEqual([
    503,
    "25",
    "close",
  ]);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await answer.text();
  expect(text).toContain("<h1>Hubwart startet nicht</h1>");
  expect(text).toContain("Die Datei &#34;a&#60;b&#62;&#38;&#34; fehlt.");
  clock.advance(8_000);
  expect((await fetch(`${url}/`)).headers.get("refresh")).toBe("17");
});

it.each(["/admin/api/info", "/ws/channels?x"])(
  "answers programs at %s as the contract says",
  async (where) => {
    const { url } = await opened();
    const answer = await fetch(`${url}${where}`, { method: "POST", body: "x".repeat(100_000) });
    expect([answer.status, answer.headers.get("refresh")]).toEqual([503, null]);
    expect(await answer.json()).toEqual({ code: 503, message: "Hubwart startet nicht. Die Datei fehlt." });
  },
);

it("is over after a while, so that another try is made", async () => {
  const { clock, page } = await opened();
  let over = false;
  void page?.over.then(() => (over = true));
  clock.advance(SERVED_FOR - 1);
  await Promise.resolve();
  expect(over).toBe(false);
  clock.advance(1);
  await page?.over;
});

it("is not there where its port is taken", async () => {
  const { page } = await opened();
  expect((await opened({ httpPort: page?.port ?? 0 })).page).toBeUndefined();
});
