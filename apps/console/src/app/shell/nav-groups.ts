/** The side navigation as data: groups and entries in the order they are shown. Also built into the first paint. */
import { shellTexts } from "../../texts/de/shell.ts";

const texts = shellTexts.nav;

const GROUPS = [
  {
    label: texts.overview,
    items: [
      { label: texts.status, to: "/" },
      { label: texts.pages, to: "/view" },
      { label: texts.alarms, to: "/runtime/alarms" },
      { label: texts.schedules, to: "/runtime/schedules" },
      { label: texts.energy, to: "/runtime/energy" },
      { label: texts.pods, to: "/pods" },
      { label: texts.container, to: "/container" },
    ],
  },
  {
    label: texts.project,
    items: [
      { label: texts.edit, to: "/project/edit" },
      { label: texts.check, to: "/project/check" },
      { label: texts.upload, to: "/project/upload" },
      { label: texts.download, to: "/project/download" },
      { label: texts.versions, to: "/project/versions" },
    ],
  },
  {
    label: texts.resources,
    items: [
      { label: texts.constants, to: "/resources/const" },
      { label: texts.htdocs, to: "/resources/htdocs" },
      { label: texts.certs, to: "/resources/certs" },
      { label: texts.users, to: "/resources/user" },
      { label: texts.scripts, to: "/resources/scripts" },
      { label: texts.knxsecure, to: "/resources/knxsecure" },
      { label: texts.stores, to: "/resources/stores" },
    ],
  },
  {
    label: texts.system,
    items: [
      { label: texts.license, to: "/system/license" },
      { label: texts.network, to: "/system/network" },
      { label: texts.password, to: "/system/password" },
      { label: texts.people, to: "/system/people" },
      { label: texts.machineTokens, to: "/system/tokens" },
      { label: texts.central, to: "/system/central" },
      { label: texts.restart, to: "/system/restart" },
      { label: texts.update, to: "/system/update" },
      { label: texts.backup, to: "/system/backup" },
    ],
  },
  {
    label: texts.diagnostics,
    items: [
      { label: texts.forwarding, to: "/runtime/infotohub" },
      { label: texts.log, to: "/runtime/logging" },
      { label: texts.trace, to: "/runtime/debug" },
      { label: texts.audit, to: "/system/audit" },
    ],
  },
] as const;

export type NavAddress = (typeof GROUPS)[number]["items"][number]["to"];
export interface NavGroup {
  label: string;
  items: readonly { label: string; to: NavAddress }[];
}
export const NAV_GROUPS: readonly NavGroup[] = GROUPS;
