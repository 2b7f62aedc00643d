import type { NamedRow } from "./table.ts";

/** What people may ask and set in the chat: the flow temperature and a set point. */
export const chatCommands: readonly NamedRow[] = [
  {
    pod: "leitstand",
    channel: "vorlauf",
    type: "float",
    dir: "out",
    label: "Vorlauf auf Anfrage",
    when: "never",
    command: "vorlauf",
  },
  {
    pod: "leitstand",
    channel: "soll",
    type: "float",
    dir: "in",
    label: "Sollwert aus dem Chat",
    command: "soll",
  },
];
