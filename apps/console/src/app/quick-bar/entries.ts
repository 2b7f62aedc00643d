/** What can be found without asking the appliance: pages, settings, actions. */
import type { Pod } from "../../api/pods.ts";
import { quickBarTexts, shellTexts } from "../../texts/index.ts";
import { NAV_GROUPS } from "../shell/nav-groups.ts";
import type { Entry } from "./find.ts";

const { actions, pod: podTexts, settings, words } = quickBarTexts;

/** Not in the navigation: the pages of the project lead there. */
const FORMAT = "/project/format";

export interface Doing {
  theme: (scheme: "light" | "dark" | "auto") => void;
  template: () => void;
  signOut: () => void;
}

export function fixedEntries({ theme, template, signOut }: Doing): Entry[] {
  return [
    ...NAV_GROUPS.flatMap(({ label: hint, items }) =>
      items.map(({ label, to }): Entry => ({ id: to, group: "pages", label, hint, href: to })),
    ),
    {
      id: FORMAT,
      group: "pages",
      label: shellTexts.nav.format,
      hint: shellTexts.nav.project,
      words: words.format,
      href: FORMAT,
    },
    ...SETTINGS,
    does("light", () => theme("light")),
    does("dark", () => theme("dark")),
    does("auto", () => theme("auto")),
    does("template", template),
    { ...does("restart"), href: "/system/restart" },
    { ...does("backup"), href: "/system/backup" },
    does("signOut", signOut),
  ];
}

function does(name: keyof typeof actions, run?: () => void): Entry {
  return {
    id: `do:${name}`,
    group: "actions",
    label: actions[name],
    ...(name in words ? { words: words[name as keyof typeof words] } : {}),
    ...(run ? { run } : {}),
  };
}

const at = (name: keyof typeof settings, href: string): Entry => ({
  id: `set:${name}`,
  group: "settings",
  label: settings[name],
  href,
  ...(name in words ? { words: words[name as keyof typeof words] } : {}),
});

const SETTINGS: readonly Entry[] = [
  at("host", "/system/network?tab=host"),
  at("network", "/system/network?tab=network"),
  at("ntp", "/system/network?tab=ntp"),
  at("ssh", "/system/network?tab=ssh"),
  at("backup", "/system/backup?tab=settings"),
  at("forwardingHttp", "/runtime/infotohub?tab=http"),
  at("forwardingMqtt", "/runtime/infotohub?tab=mqtt"),
  at("forwardingInflux", "/runtime/infotohub?tab=influxdb"),
  at("serverCertificate", "/resources/certs?tab=server"),
  at("rootCertificate", "/resources/certs"),
  at("websocket", "/resources/user?tab=websocket"),
  at("watchlist", "/runtime/debug?tab=watchlist"),
  at("charts", "/runtime/debug?tab=charts"),
  at("interfaces", "/runtime/debug?tab=interfaces"),
];

/** A pod, its log and its settings. */
export function podEntries(pods: readonly Pick<Pod, "id" | "label">[]): Entry[] {
  return pods.flatMap(({ id, label }): Entry[] => {
    const page = `/pods/${encodeURIComponent(id.split(".")[0] ?? "")}/${encodeURIComponent(id)}`;
    const hint = label === "" ? {} : { hint: label };
    return [
      { id: page, group: "pods", label: id, href: page, ...hint },
      { id: `${page}/logging`, group: "settings", label: podTexts.log(id), href: `${page}/logging`, ...hint },
      {
        id: `${page}?tab=settings`,
        group: "settings",
        label: podTexts.settings(id),
        href: `${page}?tab=settings`,
        ...hint,
      },
    ];
  });
}

/** Shows a part of the plant. */
export function areaEntry(area: string): Entry {
  const href = `/?area=${encodeURIComponent(area)}`;
  const end = area.lastIndexOf("/");
  const above = end === -1 ? {} : { hint: area.slice(0, end) };
  return { id: href, group: "areas", label: area.slice(end + 1), ...above, href };
}

/** Leads to the debugger, which shows this channel only. */
export function channelEntry(chan: string): Entry {
  const href = `/runtime/debug?name=${encodeURIComponent(chan)}`;
  return { id: href, group: "channels", label: chan, href };
}

/** A channel that was opened before, without asking which ones there are. */
export function rememberedChannel(id: string): Entry[] {
  const [, name] = /^\/runtime\/debug\?name=(.+)$/.exec(id) ?? [];
  try {
    return name === undefined ? [] : [channelEntry(decodeURIComponent(name))];
  } catch {
    return [];
  }
}
