/** Looking into it. */
import { createRoute } from "@tanstack/react-router";
import { parseAuditSearch } from "../../features/audit/model/audit-search.ts";
import { TABS as FORWARDING_TABS } from "../../features/forwarding/model/tabs.ts";
import { LOG_TABS, parseLogSearch } from "../../features/log/model/log-search.ts";
import { parseTraceSearch } from "../../features/trace/model/search.ts";
import { crumbs } from "../../lib/crumbs.ts";
import { parseTab } from "../../lib/parse-tab.ts";
import { shellTexts } from "../../texts/index.ts";
import { lazyPage } from "./lazy-page.ts";
import { child } from "./root.ts";

const { nav } = shellTexts;

const forwarding = createRoute({
  ...child,
  path: "/runtime/infotohub",
  staticData: crumbs(nav.diagnostics, nav.forwarding),
  validateSearch: (search) => parseTab(FORWARDING_TABS, search),
  component: lazyPage(() => import("../../features/forwarding/pages/forwarding-page.tsx"), "ForwardingPage"),
});
const log = createRoute({
  ...child,
  path: "/runtime/logging",
  staticData: crumbs(nav.diagnostics, nav.log),
  validateSearch: (search: Record<string, unknown>) => ({
    ...parseLogSearch(search),
    ...parseTab(LOG_TABS, search),
  }),
  component: lazyPage(() => import("../../features/log/pages/log-page.tsx"), "LogPage"),
});
const trace = createRoute({
  ...child,
  path: "/runtime/debug",
  staticData: crumbs(nav.diagnostics, nav.trace),
  validateSearch: parseTraceSearch,
  component: lazyPage(() => import("../../features/trace/pages/trace-page.tsx"), "TracePage"),
});
const audit = createRoute({
  ...child,
  path: "/system/audit",
  staticData: crumbs(nav.diagnostics, nav.audit),
  validateSearch: parseAuditSearch,
  component: lazyPage(() => import("../../features/audit/pages/audit-page.tsx"), "AuditPage"),
});

export const diagnosticsRoutes = [forwarding, log, trace, audit] as const;
