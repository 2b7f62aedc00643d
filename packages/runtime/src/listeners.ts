/** What a project may say of where its server pods listen. */
import { ipVersion } from "@hubwart/core";
import type { CompiledPod, PodProblem, PodSchema } from "@hubwart/project";
import { texts } from "./texts.ts";

/** Addresses that are none, and ports that two interfaces of one pod claim; 0 lets the system choose. */
export function listenerProblems(ifaces: CompiledPod["ifaces"]): PodProblem[] {
  const problems: PodProblem[] = [];
  const listeners = new Map<string, string>();
  for (const { config, id } of ifaces) {
    const { bind, port } = config as { bind: string; port: number };
    if (ipVersion(bind) === 0) {
      problems.push({
        where: id,
        attribute: "bind",
        text: texts.noIpAddress,
        hint: texts.ipAddressHint,
      });
    }
    const other = listeners.get(`${bind} ${port}`);
    if (port !== 0 && other !== undefined) {
      problems.push({
        where: id,
        attribute: "port",
        text: texts.portTaken(port, other),
        hint: texts.otherPort,
      });
    }
    listeners.set(`${bind} ${port}`, id);
  }
  return problems;
}

/** For a schema whose interfaces listen by `bind` and `port`. */
export const listensAt: NonNullable<PodSchema["listens"]> = ({ bind, port }) => ({
  bind: String(bind),
  port: Number(port),
});
