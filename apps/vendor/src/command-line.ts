/**
 * The manufacturer's commands. They work on the service's folder directly, also while it runs.
 * Each returns what is printed; a `UsageError` is for the person at the terminal.
 */

import { parseArgs } from "node:util";
import { systemClock } from "@hubwart/core";
import { publicHalf } from "@hubwart/license/sign";
import { type IssuedLicense, LicenseStore } from "./license-store.ts";
import { findLicense, issueLicense } from "./licensing.ts";
import { type ReleaseValues, releaseCommand } from "./releases/release-commands.ts";
import { makeSigningKey, readSigningKey } from "./signing-key.ts";
import { texts } from "./texts.ts";
import { UsageError } from "./usage-error.ts";

export const USAGE = texts.usage;

interface Values extends ReleaseValues {
  name?: string | undefined;
  days?: string | undefined;
  meta?: string[] | undefined;
}

export async function runCommand(folder: string, words: string[], values: Values): Promise<string> {
  const [area, action = "", key] = words;
  if (area === "key") return await keyCommand(folder, action);
  if (area === "release") return await releaseCommand(folder, words.slice(1), values);
  if (area !== "license") throw new UsageError(USAGE);
  const store = await LicenseStore.open(folder);
  try {
    switch (action) {
      case "issue":
        return `${issueLicense(store, orderFrom(values), systemClock.now())}\n`;
      case "list":
        return store.list().map(line).join("");
      case "extend":
        store.addDays(findLicense(store, keyFrom(key)).license.id, daysFrom(values.days));
        return texts.extended;
      case "revoke":
        store.revoke(findLicense(store, keyFrom(key)).license.id);
        return texts.revoked;
      default:
        throw new UsageError(USAGE);
    }
  } finally {
    store.close();
  }
}

export function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        folder: { type: "string" },
        bind: { type: "string" },
        port: { type: "string" },
        name: { type: "string" },
        days: { type: "string" },
        meta: { type: "string", multiple: true },
        channel: { type: "string" },
        from: { type: "string" },
        to: { type: "string" },
        keys: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

async function keyCommand(folder: string, action: string): Promise<string> {
  const stored = await readSigningKey(folder);
  if (action === "create") {
    if (stored) throw new UsageError(texts.keyExists(folder));
    return shown(publicHalf(await makeSigningKey(folder, systemClock.now())));
  }
  if (action === "show") {
    if (!stored) throw new UsageError(texts.noKey(folder));
    return shown(publicHalf(stored));
  }
  throw new UsageError(USAGE);
}

const shown = (key: { kid: string; x: string }) => `${JSON.stringify(key)}\n`;

function orderFrom(values: Values) {
  const name = values.name?.trim() ?? "";
  if (name === "" || name.length > 200) throw new UsageError("--name: 1 bis 200 Zeichen.\n");
  const pairs = (values.meta ?? []).map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at < 1 || at > 100 || text.length - at > 500) {
      throw new UsageError(texts.metaShape);
    }
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return { name, days: daysFrom(values.days), meta: Object.fromEntries(pairs) };
}

function daysFrom(text: string | undefined): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 36_500) {
    throw new UsageError(texts.daysShape);
  }
  return days;
}

function keyFrom(text: string | undefined): string {
  if (text === undefined) throw new UsageError(USAGE);
  return text;
}

function line(license: IssuedLicense): string {
  const day = (ms: number | null) => (ms === null ? "-" : new Date(ms).toISOString().slice(0, 10));
  const device = license.fingerprint?.slice(0, 8) ?? "-";
  const meta = Object.entries(license.meta).map(([k, v]) => `${k}=${v}`);
  const state = license.revoked ? "gesperrt" : license.fingerprint === null ? "frei" : "aktiviert";
  return `${[`${license.hint}-…`, state, day(license.expiry), `${license.days} Tage`, device, license.name, ...meta].join("\t")}\n`;
}
