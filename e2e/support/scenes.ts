/** The pages whose pictures are compared, wide and light, and narrow and dark. */
import path from "node:path";
import { API_PREFIX } from "@hubwart/contract";
import { repoRoot } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { byButton, chooseFile, summary } from "./console.ts";
import { settled } from "./look.ts";
import { brokenExample } from "./projects.ts";
import { SCREENS } from "./routes.ts";

export interface Scene {
  name: string;
  address: string;
  /** On the page, to what is to be seen. */
  act?: (page: Page) => Promise<void>;
  signedOut?: boolean;
  /** Other answers than the recorded ones, by address: of a device that is set up another way. */
  answers?: Readonly<Record<string, object>>;
}

/** Pages of which another one has all parts, or that nothing but a message stands on. */
const LIKE_OTHERS = new Set([
  "container-s4q-main",
  "container-s4q-main-logging",
  "pod-http-in",
  "pod-http-out",
  "pod-modb-server",
  "pod-s7-client",
  "pod-email",
  "pod-chat",
  "pod-ping",
  "pod-knx",
  "pod-asset",
  "pod-unknown",
  "pods-missing-page",
  "license",
  "pod-mqtt",
  "pod-logging",
  "project-check",
  "project-format",
  "resources-const-main-json-json",
  "resources-scripts-haus-lua",
  "resources-knxsecure-knx-eins-main",
  "system-network-ntp",
  "system-network-ssh",
]);

/** A device on which people sign in by a directory service. */
const DIRECTORY = {
  offered: {
    code: 0,
    session: false,
    product: "Hubwart",
    system: {
      setup: true,
      started: 1_795_652_823.689,
      host: { hostname: "hubwart" },
      time: 1_795_652_872.489,
    },
    license: { valid: true, name: "Entwicklung" },
    version: { Main: "0.1.0" },
    names: true,
    directory: { label: "Mit dem Firmenkonto anmelden", url: "https://hub.example.com/sign-in/directory" },
  },
  settings: {
    code: 0,
    active: true,
    label: "Mit dem Firmenkonto anmelden",
    address: "https://hub.example.com",
    path: "/sign-in/directory",
    issuer: "https://login.example.com/realms/haus",
    client_id: "hubwart",
    has_client_secret: true,
    scope: "groups",
    claim: "groups",
    roles: [
      { value: "gebaeudetechnik", role: "engineer", channels: null },
      { value: "hausmeister", role: "operate", channels: ["knx.eins.*", "modb_client.leser.*"] },
    ],
    otherwise: null,
    trust_factor: false,
    hosts: [],
    plain: false,
  },
};

export const SCENES: readonly Scene[] = [
  { name: "login", address: "/", signedOut: true },
  { name: "login-directory", address: "/", signedOut: true, answers: { "/info": DIRECTORY.offered } },
  {
    name: "people-directory",
    address: "/system/people",
    answers: { "/system/oidc/config": DIRECTORY.settings },
    async act(page) {
      const box = page.getByRole("heading", { name: "Anmeldung über einen Verzeichnisdienst" });
      await box.evaluate((heading) => (heading as Element).scrollIntoView({ block: "start" }));
    },
  },
  ...SCREENS.filter(({ file }) => !LIKE_OTHERS.has(file)).map(({ file, address }) => ({
    name: file,
    address,
  })),
  {
    name: "upload-errors",
    address: "/project/upload",
    async act(page) {
      await chooseFile(page, brokenExample());
      await byButton(page, "Hochladen").click();
      await summary(page).waitFor();
    },
  },
  {
    name: "download-dialog",
    address: "/project/download",
    async act(page) {
      await byButton(page, "Projektdatei herunterladen").click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Pages that say their own address say this one. */
export const PLACE = "http://hubwart.example";

/** @param host what answers at `PLACE` */
export const launchForPictures = (host?: string): Promise<Browser> =>
  launchBrowser({
    fonts: path.join(repoRoot(), "e2e/pictures/fonts.conf"),
    ...(host === undefined ? {} : { elsewhere: { "hubwart.example": Number(host.split(":")[1]) } }),
  });

export interface View {
  suffix: string;
  page: Page;
  /** Errors in the page since this was asked last. */
  problems: () => string[];
}

/** One signed in and one not for each look, at the same moment for ever. */
export async function openViews(
  browser: Browser,
  at: number,
  token = "picture",
): Promise<{ signedIn: View[]; signedOut: View[] }> {
  const views = { signedIn: [] as View[], signedOut: [] as View[] };
  for (const look of LOOKS) {
    for (const key of ["signedIn", "signedOut"] as const) {
      const context = await browser.newContext({
        ...look.options,
        locale: "de-DE",
        timezoneId: "UTC",
        reducedMotion: "reduce",
      });
      // A busy machine makes it slower, not red.
      context.setDefaultTimeout(60_000);
      if (key === "signedIn") {
        await context.addInitScript(
          (session) => localStorage.setItem("hubwart.session", JSON.stringify(session)),
          { token, used: at, renewed: at },
        );
      }
      const page = await context.newPage();
      await page.clock.setFixedTime(at);
      const found: string[] = [];
      page.on("pageerror", (error) => found.push(`${look.suffix}: ${error.message}`));
      views[key].push({ suffix: look.suffix, page, problems: () => found.splice(0) });
    }
  }
  return views;
}

const LOOKS = [
  { suffix: "1440-light", options: { viewport: { width: 1440, height: 900 }, colorScheme: "light" } },
  { suffix: "390-dark", options: { viewport: { width: 390, height: 1100 }, colorScheme: "dark" } },
] as const;

export async function show(page: Page, url: string, { address, act, answers = {} }: Scene): Promise<void> {
  for (const [call, json] of Object.entries(answers))
    await page.route(
      ({ pathname }) => pathname === API_PREFIX + call,
      (route) => route.fulfill({ json }),
    );
  await page.goto(`${url}${address}`);
  await page.locator("h1").first().waitFor();
  await act?.(page);
  await settled(page);
  await page.unrouteAll();
}

/** Without a cursor that blinks and what moves. */
export const take = (page: Page): Promise<Buffer> =>
  page.screenshot({ animations: "disabled", caret: "hide" });
