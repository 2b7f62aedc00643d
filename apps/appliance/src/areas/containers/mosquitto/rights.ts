/** Who gains and who loses topics by a change of the broker's users. */
import { covers } from "@hubwart/containers";
import type { AnswerOf, mosquittoUserSet } from "@hubwart/contract";

export type RightsChange = AnswerOf<typeof mosquittoUserSet>["changes"][number];

interface Rights {
  usr: string;
  /** Topic filters; empty: nothing. */
  read: string;
  write: string;
}

const NOTHING = { read: "", write: "" };

/** One entry for each user whose rights change, by name. */
export function rightsChanges(before: readonly Rights[], after: readonly Rights[]): RightsChange[] {
  const old = new Map(before.map((one) => [one.usr, one]));
  const now = new Map(after.map((one) => [one.usr, one]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted((a, b) => a.localeCompare(b, "de"))
    .map((usr) => {
      const had = old.get(usr) ?? NOTHING;
      const has = now.get(usr) ?? NOTHING;
      return { usr, gains: beyond(has, had), loses: beyond(had, has) };
    })
    .filter(({ gains, loses }) => [gains, loses].some(({ read, write }) => read !== "" || write !== ""));
}

/** The filters of the first that mean more than those of the second. */
function beyond(first: Omit<Rights, "usr">, second: Omit<Rights, "usr">) {
  const more = (filter: string, other: string) =>
    filter === "" || (other !== "" && covers(other, filter)) ? "" : filter;
  return { read: more(first.read, second.read), write: more(first.write, second.write) };
}
