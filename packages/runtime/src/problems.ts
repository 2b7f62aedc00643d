/** How the rules of a schema say what is wrong. */
import type { CompiledChannel, CompiledPod, PodProblem } from "@hubwart/project";
import { texts } from "./texts.ts";

/** About one interface (its id) or one channel (its name); what it is told is added to `problems`. */
export function reporter(
  problems: PodProblem[],
  where: string,
): (attribute: string, text: string, hint: string) => void {
  return (attribute, text, hint) => {
    problems.push({ where, attribute, text, hint });
  };
}

type Checked = Pick<CompiledPod, "ifaces" | "channels">;

/** All that the rules of a type say of a pod, for the pod itself: those of the whole, then those of each channel alone. */
export function wholeCheck(
  check: (pod: Checked) => PodProblem[],
  checkChannel: (channel: CompiledChannel) => PodProblem[],
): (pod: Checked) => PodProblem[] {
  return (pod) => [...check(pod), ...pod.channels.flatMap((channel) => checkChannel(channel))];
}

/** Of the authority to trust. */
export function caProblems(where: string, ca: string | undefined): PodProblem[] {
  if (ca === undefined || ca.includes("-----BEGIN CERTIFICATE-----")) return [];
  const hint = texts.startOfCertificate;
  return [{ where, attribute: "ca", text: texts.noCertificate, hint }];
}
