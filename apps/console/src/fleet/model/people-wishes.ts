/** People among the wishes of a group, as one list: who is to be there, and who is not. */
import type { DesiredSettings } from "@hubwart/fleet/calls";
import type { Editable } from "../../components/person/draft.ts";

export interface Wish {
  name: string;
  /** Absent: may not be there any more. */
  person?: Editable;
}

export function wishesOf({ gone = [], people = [] }: DesiredSettings): Wish[] {
  return [...people.map((person) => ({ name: person.name, person })), ...gone.map((name) => ({ name }))];
}

/** @param instead the one that is edited; undefined: another one */
export function withPerson(settings: DesiredSettings, wish: Wish, instead?: Wish): DesiredSettings {
  const all = wishesOf(settings);
  const at = all.findIndex(({ name }) => name === instead?.name);
  return withWishes(settings, at < 0 ? [...all, wish] : all.with(at, wish));
}

export function withoutPerson(settings: DesiredSettings, wish: Wish): DesiredSettings {
  return withWishes(
    settings,
    wishesOf(settings).filter(({ name }) => name !== wish.name),
  );
}

function withWishes(
  { gone: _gone, people: _people, ...rest }: DesiredSettings,
  all: Wish[],
): DesiredSettings {
  const people = all.flatMap(({ person }) => (person ? [person] : []));
  const gone = all.filter(({ person }) => !person).map(({ name }) => name);
  return { ...rest, ...(people.length > 0 && { people }), ...(gone.length > 0 && { gone }) };
}
