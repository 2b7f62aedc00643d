import { type CallName, type CallSpec, calls, LEVELS, reachedFromCentral } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { mayOpen, PAGES, rightOf } from "./rights.ts";
import type { NavAddress } from "./shell/nav-groups.ts";

/** The call that each page is about: without it the page says nothing. */
const ABOUT: Readonly<Record<NavAddress, CallName>> = {
  "/": "stream",
  "/view": "pageList",
  "/runtime/alarms": "alarmLook",
  "/runtime/schedules": "scheduleLook",
  "/runtime/energy": "energyLook",
  "/pods": "pods",
  "/container": "systemPs",
  "/project/edit": "draftList",
  "/project/check": "projectRun",
  "/project/upload": "projectRun",
  "/project/download": "projectDownload",
  "/project/versions": "projectVersions",
  "/resources/const": "basketFiles",
  "/resources/htdocs": "htdocsFiles",
  "/resources/certs": "certFiles",
  "/resources/user": "wsUsers",
  "/resources/scripts": "luaFiles",
  "/resources/knxsecure": "knxInterfaces",
  "/resources/stores": "lakeFiles",
  "/system/license": "licenseInfo",
  "/system/network": "networkConfig",
  "/system/people": "people",
  "/system/tokens": "machineTokens",
  "/system/central": "uplinkStatus",
  "/system/password": "changePw",
  "/system/restart": "hubRestart",
  "/system/update": "updateState",
  "/system/backup": "backupConfig",
  "/runtime/infotohub": "stateConfig",
  "/runtime/logging": "systemLog",
  "/runtime/debug": "traceGet",
  "/system/audit": "auditLog",
};

describe("a page", () => {
  it.each(Object.entries(ABOUT))("%s is for whom its call is for", (page, name) => {
    const spec: CallSpec = calls[name];
    const whole = spec.channels === "whole" ? { whole: true } : {};
    const here = reachedFromCentral(spec) ? {} : { here: true };
    expect(PAGES[page as NavAddress]).toEqual({ needs: spec.needs, ...whole, ...here });
  });
  it("opens to its level and those above", () => {
    for (const [page, { here, needs, whole }] of Object.entries(PAGES))
      for (const level of LEVELS) {
        const may = LEVELS.indexOf(level) >= LEVELS.indexOf(needs);
        expect(mayOpen({ level, bounded: false }, page), `${page} ${level}`).toBe(may);
        expect(mayOpen({ level, bounded: true }, page), `${page} ${level}`).toBe(may && !whole);
        expect(mayOpen({ level, bounded: false, kind: "central" }, page), `${page} ${level}`).toBe(
          may && !here,
        );
      }
  });
  it("passes what it needs on to the pages below, and a log is a log everywhere", () => {
    expect(rightOf("/project/edit/d1")).toBe(PAGES["/project/edit"]);
    expect(rightOf("/project/edited")).toEqual({ needs: "see" });
    expect(rightOf("/pods/mqtt/mqtt.a/logging")).toBe(PAGES["/runtime/logging"]);
    expect(rightOf("/pods/mqtt/mqtt.a")).toBe(PAGES["/pods"]);
  });
});
