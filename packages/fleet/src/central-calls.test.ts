import {
  includes,
  reachedByTokens,
  uplinkJoin,
  uplinkLeave,
  uplinkSave,
  uplinkStatus,
} from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { centralCalls } from "./central-calls.ts";

describe("calls about a central", () => {
  it("are for administrators of the hub, and for no program", () => {
    for (const { needs, path } of [uplinkJoin, uplinkLeave, uplinkSave, uplinkStatus]) {
      expect(includes("engineer", needs)).toBe(false);
      expect(reachedByTokens(path)).toBe(false);
    }
  });
  it("that change the central are for its administrators, but for projects of sites", () => {
    const { centralSiteAct, centralSiteFileEnd, centralSiteFileFetch, ...own } = centralCalls;
    expect([centralSiteAct.needs, centralSiteFileEnd.needs]).toEqual(["operate", "operate"]);
    // Changes nothing; that a file left a site is worth an entry, and who may have it is the site's matter.
    expect(centralSiteFileFetch.needs).toBe("see");
    // Whoever may change the project of one site may change that of many; of a rollout it depends on what goes there.
    const projects = new Set([
      "centralProjectSave",
      "centralProjectRemove",
      "centralProjectPublish",
      "centralProjectBack",
      "centralRolloutSet",
      // Changes nothing; that a backup left the central is worth an entry.
      "centralBackupFetch",
    ]);
    // Of oneself.
    const everybody = new Set([
      "centralSignOut",
      "centralPasswordChange",
      "centralFactorBegin",
      "centralFactorConfirm",
      "centralFactorOff",
      "centralFactorRecovery",
    ]);
    for (const [name, spec] of Object.entries(own))
      if (spec.mutates && spec.access !== "public" && !everybody.has(name))
        expect(spec.needs, name).toBe(projects.has(name) ? "engineer" : "admin");
    for (const name of everybody) expect(own, name).toHaveProperty(`${name}.needs`, "see");
  });
});
