/** The hub's process with a licence that a test writes: `<data>/test-license.json` holds the verdict. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { LicenseVerdict } from "@hubwart/license";
import { podMethods } from "@hubwart/pods/methods";
import { runHub, startFailure } from "../run-hub.ts";
import { fakeMethods } from "./fake-kinds.ts";

const file = path.join(process.env["HUBWART_DATA_DIR"] ?? "", "test-license.json");

try {
  await runHub({
    methods: (type) => podMethods[type] ?? fakeMethods,
    podEntry: path.join(import.meta.dirname, "pod.mjs"),
    recorderEntry: path.join(import.meta.dirname, "recorder.mjs"),
    scriptsEntry: path.join(import.meta.dirname, "scripts.mjs"),
    alarmsEntry: path.join(import.meta.dirname, "alarms.mjs"),
    energyEntry: path.join(import.meta.dirname, "energy.mjs"),
    async verifyLicense(now) {
      const verdict = JSON.parse(await readFile(file, "utf8")) as LicenseVerdict;
      const expired = verdict.valid && verdict.expiry !== null && now >= Date.parse(verdict.expiry);
      return expired ? { ...verdict, valid: false, code: 3, reason: "Die Lizenz ist abgelaufen." } : verdict;
    },
  });
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}
