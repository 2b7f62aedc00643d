/** What the tests do in the console again and again, by what a person sees: roles, names and German texts. */
import type { Locator, Page } from "playwright-core";

export const PASSWORD = "Prüfstand-2026!";

export const byHeading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("heading", { level: 1, name });
export const byButton = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole("button", { name });
export const passwordField = (page: Page | Locator, name: string): Locator =>
  page.getByLabel(name, { exact: true });

export async function install(page: Page, password = PASSWORD): Promise<void> {
  await byHeading(page, "Erstinstallation - Passwort einrichten").waitFor();
  await passwordField(page, "Passwort").fill(password);
  await passwordField(page, "Passwort wiederholen").fill(password);
  await byButton(page, "Passwort einrichten").click();
  await byHeading(page, "Status").waitFor();
}

export async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await passwordField(page, "Passwort").fill(password);
  await byButton(page, "Anmelden").click();
}

/** By the side navigation, as a person goes. */
export async function goTo(page: Page, entry: string, title: string | RegExp): Promise<void> {
  await navigation(page).getByRole("link", { name: entry, exact: true }).click();
  await byHeading(page, title).waitFor();
}

export const navigation = (page: Page): Locator => page.getByRole("navigation", { name: "Hauptnavigation" });

export async function chooseFile(page: Page, file: string): Promise<void> {
  await page.getByLabel("Projektdatei auswählen").setInputFiles(file);
}

/** The card with what came out of a check or an upload. */
export const summary = (page: Page): Locator => page.getByRole("region", { name: "Zusammenfassung" });

export async function upload(page: Page, file: string): Promise<void> {
  await chooseFile(page, file);
  await byButton(page, "Hochladen").click();
  await summary(page).waitFor({ timeout: 70_000 });
}

/** What stands beside a label in a card. */
export function fact(card: Locator, label: string): Promise<string | null> {
  return card.locator(`dt:text-is("${label}") + dd`).textContent();
}

/** Waits until `read` gives something that `accept` takes; the last value stands in the error. */
export async function eventually<T>(
  read: () => Promise<T>,
  accept: (value: T) => boolean,
  timeout = 30_000,
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    if (Date.now() > end) throw new Error(`waited in vain; the last value was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Three different values of a channel that is measured in milliseconds, on its pod's page. */
export async function movingMilliseconds(page: Page, channel: RegExp): Promise<void> {
  const value = page
    .getByRole("table", { name: "Werte" })
    .getByRole("row", { name: channel })
    .getByRole("cell")
    .nth(1);
  const seen = new Set<string>();
  await eventually(
    async () => {
      seen.add((await value.textContent()) ?? "");
      return [...seen].filter((text) => /^\d+(,\d+)? ms$/.test(text));
    },
    (different) => different.length >= 3,
  );
}
