/** What a project may say of an XMPP interface, beyond what a column alone can tell. */
import type { PodProblem } from "@hubwart/project";
import { reporter } from "@hubwart/runtime/problems";
import { endpointOf, isAddress, isTarget } from "./account.ts";
import { texts } from "./texts.ts";

/** Of an interface's row. */
interface Cells {
  to?: string | undefined;
  url?: string | undefined;
  user?: string | undefined;
}

export function xmppProblems(where: string, { to, url, user }: Cells): PodProblem[] {
  const problems = targetProblem(where, to);
  const report = reporter(problems, where);
  if (user === undefined) report("user", texts.addressMissing, texts.exampleAddress);
  else if (!isAddress(user)) report("user", texts.noAddress(user), texts.exampleAddress);
  if (url !== undefined && !endpointOf(url)) report("url", texts.noServer(url), texts.exampleServer);
  return problems;
}

export function targetProblem(where: string, to: string | undefined): PodProblem[] {
  if (to === undefined || isTarget(to)) return [];
  const hint = texts.exampleTarget;
  return [{ where, attribute: "to", text: texts.noAddress(to), hint }];
}
