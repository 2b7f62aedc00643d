import type { Draft } from "./draft.ts";

/** The pod types' own rules across cells, for pods whose lines are in order by themselves. */
export function checkRules(draft: Draft): void {
  for (const { pod, schema, ifaces, place, sound } of draft.pods.values()) {
    if (!schema.check || !sound) continue;
    for (const problem of schema.check(pod)) {
      const iface = ifaces.get(problem.where);
      const channel = draft.channels.get(problem.where);
      const where = channel?.place ?? iface?.place ?? place;
      draft.report.add(
        "podRule",
        { ...where, channel: channel ? problem.where : pod.id, attribute: problem.attribute },
        { text: problem.text, hint: problem.hint },
      );
    }
  }
}
