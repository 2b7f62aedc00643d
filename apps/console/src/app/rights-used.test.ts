/**
 * No page offers what whoever may open it may not do: each call that needs more than the page of its feature stands in `May` or `LookOnly`, is
 * asked for by `useMay`, or is reached only through another that does.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CallName, type CallSpec, calls, includes } from "@hubwart/contract";
import { expect, it } from "vitest";
import { PAGES, type PageRight } from "./rights.ts";
import type { NavAddress } from "./shell/nav-groups.ts";

const SOURCE = path.resolve(import.meta.dirname, "..");

/** The page of each feature that the fewest rights open. */
const PAGE_OF: Readonly<Record<string, NavAddress>> = {
  alarms: "/runtime/alarms",
  audit: "/system/audit",
  backup: "/system/backup",
  central: "/system/central",
  certs: "/resources/certs",
  constants: "/resources/const",
  containers: "/container",
  energy: "/runtime/energy",
  forwarding: "/runtime/infotohub",
  htdocs: "/resources/htdocs",
  jobs: "/",
  knx: "/resources/knxsecure",
  license: "/system/license",
  log: "/runtime/logging",
  "machine-tokens": "/system/tokens",
  network: "/system/network",
  pages: "/view",
  people: "/system/people",
  pods: "/pods",
  project: "/project/edit",
  schedules: "/runtime/schedules",
  scripts: "/resources/scripts",
  status: "/",
  stores: "/resources/stores",
  system: "/system/password",
  trace: "/runtime/debug",
  update: "/system/update",
  users: "/resources/user",
};

/** Reached only through what these calls open. */
const OPENED: Readonly<Partial<Record<CallName, string>>> = {
  alarmAck: "alarmComment alarmReset alarmShelve",
  alarmPeople: "alarmDuty alarmPersonRemove alarmPersonSave alarmRosterRemove alarmRosterSave",
  alarmHeartbeat: "alarmHeartbeatSave alarmHeartbeatTest",
  basketCompile: "basketClean",
  calendarSourceSave: "calendarSourceRemove calendarSourceUpload",
  containerConfigSave:
    "containerReset containerUpdate grafanaPassword mosquittoClients mosquittoMay mosquittoUserDelete mosquittoUserSet mosquittoUsers ngrokConfig ngrokConfigSave ngrokInfo proxyCertificateDelete proxyCertificateUpload proxyRuleCheck proxyRuleDelete proxyRuleSet proxyRules tailscaleConfig tailscaleConfigSave tailscaleInfo",
  copies: "copiesDismiss copyTakeBack settingDiscard",
  networkConfigSave:
    "dnsTest hostnameSave networkTest networkTestCancel networkTestConfirm ntpConfigSave ntpTest tzConfigSave",
  draftCreate: "draftList draftRead draftSteps projectVersions",
  energyMail: "energyMailSave energyMailTest",
  influxAccessShow: "influxPassword influxTokenRenew",
  lakeExport: "lakeExportSave lakeExportTest",
  licenseUpload: "licenseCompare",
  pageLinks: "pageLinkCreate pageLinkRevoke",
  podConfig: "podConfigSave podLogLevel podParameters",
  podMeters: "podMeterRecords podMeterSearch",
  recordingKeepSave: "recordingKeepPreview",
  sshConfig: "sshConfigSave",
  updateDismiss: "updateLog",
};
const BEHIND = new Map(
  Object.entries(OPENED).flatMap(([way, names]) =>
    names.split(" ").map((name) => [name as CallName, way as CallName] as const),
  ),
);

const sources = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(path.join(SOURCE, file), "utf8") }));

const asked = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:useMay\(|call=\{)(\w+)[)}]/g)].map(([, name = ""]) => name),
  ),
);

function usedIn(text: string): CallName[] {
  const imports = [...text.matchAll(/import \{([^}]*)\} from "@hubwart\/contract"/g)];
  const names = imports.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return names.filter((name): name is CallName => Object.hasOwn(calls, name));
}

function rightOf(file: string): PageRight {
  const [, feature = ""] = /^features\/([\w-]+)\//.exec(file) ?? [];
  const page = PAGE_OF[feature];
  return page ? PAGES[page] : { needs: "see" };
}

const specOf = (name: CallName): CallSpec => calls[name];

it("offers no call that needs more than its page", () => {
  const bare = new Map<string, string[]>();
  for (const { file, text } of sources)
    for (const name of usedIn(text)) {
      const { channels, needs } = specOf(name);
      const page = rightOf(file);
      if (needs === undefined || asked.has(name) || BEHIND.has(name)) continue;
      if (includes(page.needs, needs) && (channels !== "whole" || page.whole || page.needs !== "see"))
        continue;
      bare.set(name, [...(bare.get(name) ?? []), file]);
    }
  expect(Object.fromEntries(bare)).toEqual({});
});

it("opens nothing by what needs less", () => {
  for (const [name, way] of BEHIND) {
    expect(asked, `${name} is behind ${way}, which nothing asks for`).toContain(way);
    expect(includes(specOf(way).needs ?? "see", specOf(name).needs ?? "see"), name).toBe(true);
    expect(specOf(way).channels === "whole" || specOf(name).channels !== "whole", name).toBe(true);
  }
});
