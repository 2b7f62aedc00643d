/** What a project may say of an XMPP interface, beyond what a column alone can tell. */
import type { PodProblem } from "@hubwart/project";
import { reporter } from "@hubwart/runtime/problems";
import { endpointOf, isAddress, isTarget } from "./account.ts";

const EXAMPLE = "Sie hat die Form hub@example.org.";

/** Of an interface's row. */
interface Cells {
  to?: string | undefined;
  url?: string | undefined;
  user?: string | undefined;
}

export function xmppProblems(where: string, { to, url, user }: Cells): PodProblem[] {
  const problems = targetProblem(where, to);
  const report = reporter(problems, where);
  if (user === undefined) report("user", "Die Adresse des Kontos fehlt", EXAMPLE);
  else if (!isAddress(user)) report("user", `„${user}“ ist keine XMPP-Adresse`, EXAMPLE);
  if (url !== undefined && !endpointOf(url))
    report("url", `„${url}“ ist kein XMPP-Server`, "Erlaubt ist z. B. xmpp://chat.example.org:5222.");
  return problems;
}

export function targetProblem(where: string, to: string | undefined): PodProblem[] {
  if (to === undefined || isTarget(to)) return [];
  const hint = "Erlaubt ist name@server, bei einem Raum raum@server?join.";
  return [{ where, attribute: "to", text: `„${to}“ ist keine XMPP-Adresse`, hint }];
}
