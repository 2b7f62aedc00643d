/**
 * Debian's Chromium against the real product, and a tab that remembers what must not happen in it.
 *
 *     const browser = await launchBrowser();
 *     const tab = await openTab(browser, product.url, { dark: true });
 *     …
 *     expect(tab.problems()).toEqual([]);
 */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

export interface BrowserOptions {
  /** Instead of Debian's own program. */
  executablePath?: string;
  /** Folder in which the browser looks for what a person set up, such as trusted certificates. */
  home?: string;
  /** Same letters on every machine: a file of fontconfig, and no hinting. */
  fonts?: string;
  /** Address of a server → port of this machine where it really is. */
  elsewhere?: Record<string, number>;
}

const SAME_LETTERS = [
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--force-device-scale-factor=1",
];

/** Headless, with everything off that would look for the internet. */
export function launchBrowser({
  executablePath,
  home,
  fonts,
  elsewhere,
}: BrowserOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? "/usr/bin/chromium-headless-shell",
    env: {
      ...process.env,
      ...(home === undefined ? {} : { HOME: home }),
      ...(fonts === undefined ? {} : { FONTCONFIG_FILE: fonts }),
    },
    args: [
      ...(fonts === undefined ? [] : SAME_LETTERS),
      "--no-sandbox",
      "--disable-gpu",
      "--in-process-gpu",
      "--renderer-process-limit=1",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--host-resolver-rules=${Object.entries(elsewhere ?? {})
        .map(([address, port]) => `MAP ${address} 127.0.0.1:${port}`)
        .join(", ")}`,
    ],
  });
}

let shared: Browser | undefined;

/**
 * The one of this process of tests, whose files run one after the other: starting one takes as long as several pages. It ends with the
 * process; each file closes what it opened (`closeTabs`).
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser();
  return shared;
}

export async function closeTabs(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the browser's console, uncaught errors, refused calls, CSP violations and requests to other hosts. */
  problems(): string[];
  /** Starts the list of problems anew. */
  forget(): void;
  close(): Promise<void>;
}

export interface TabOptions {
  /** Path of the page to open. */
  address?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  /** Lets the test move the browser's clock. */
  clock?: boolean;
  /** ms that are waited for what the page is to show; default 15 s. */
  timeout?: number;
  /** In the same browser profile as another tab, so that both share the session. */
  context?: BrowserContext;
}

/** The browser's own line for every refused or unreachable call, without its address; see `response` below. */
const OF_A_CALL = /^Failed to load resource: /;
/** No session and a locked sign-in: the tests provoke both. */
const PROVOKED = new Set([401, 403]);
/** Status asks the hub for its connections every few seconds; while the hub restarts, the answer is that it is away. */
const HUB_AWAY = "503: /admin/api/trace/meta";

export async function openTab(browser: Browser, url: string, options: TabOptions = {}): Promise<Tab> {
  const context =
    options.context ??
    (await browser.newContext({
      locale: "de-DE",
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
      colorScheme: options.dark ? "dark" : "light",
      reducedMotion: "reduce",
      acceptDownloads: true,
    }));
  context.setDefaultTimeout(options.timeout ?? 15_000);
  const page = await context.newPage();
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !OF_A_CALL.test(message.text()))
      found.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    const status = response.status();
    const problem = `${status}: ${new URL(response.url()).pathname}`;
    if (status >= 400 && !PROVOKED.has(status) && problem !== HUB_AWAY) found.push(problem);
  });
  page.on("pageerror", (error) => found.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const address = new URL(request.url());
    if (/^(http|ws)s?:$/.test(address.protocol) && address.origin !== url) found.push(`request: ${address}`);
  });
  await page.exposeFunction("reportViolation", (text: string) => found.push(`CSP: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  if (options.clock) await page.clock.install();
  await page.goto(new URL(options.address ?? "/", url).href);
  return {
    page,
    context,
    problems: () => [...found],
    forget: () => void found.splice(0),
    close: () => (options.context ? page.close() : context.close()),
  };
}
