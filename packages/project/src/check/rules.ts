import type { PodProblem } from "../pod-schema.ts";
import type { Draft } from "./draft.ts";
import type { DraftPod } from "./draft-parts.ts";

/** The pod types' own rules across cells. What they say of rows that are in order is told whatever other rows hold. */
export async function checkRules(draft: Draft): Promise<void> {
  for (const draftPod of draft.pods.values()) {
    const { pod, ifaces, place } = draftPod;
    const { later, now } = problemsOf(draftPod);
    for (const problem of later ? [...now, ...(await later)] : now) {
      const iface = ifaces.get(problem.where);
      const channel = draft.channels.get(problem.where);
      if (!channel && !(iface?.sound ?? draftPod.sound)) continue;
      const where = channel?.place ?? iface?.place ?? place;
      draft.report.add(
        "podRule",
        { ...where, channel: channel ? problem.where : pod.id, attribute: problem.attribute },
        { text: problem.text, hint: problem.hint },
      );
    }
  }
}

/** `later` rejects where its code cannot be loaded. */
function problemsOf({ pod, schema, sound }: DraftPod): {
  now: readonly PodProblem[];
  later?: Promise<PodProblem[]> | undefined;
} {
  try {
    return { now: schema.check?.(pod) ?? [], later: schema.checkLater?.(pod) };
  } catch (error) {
    // A rule may stumble over a cell that is missing; that one has been reported already.
    if (!sound) return { now: [] };
    throw error;
  }
}
