/** Which roles need a second factor, at this device. */
import { RoleDemand } from "../../../components/second-factor/role-demand.tsx";
import { peopleTexts } from "../../../texts/index.ts";
import { type PeopleList, usePeopleActions } from "../api/people.ts";

export function DemandBox({ list, etag }: { list: PeopleList; etag: string | undefined }) {
  const { demand } = usePeopleActions();
  const without = list.people
    .filter(({ factor, role, state }) => list.demand.includes(role) && !factor && state === "active")
    .map(({ label, name }) => label || name);
  return (
    <RoleDemand
      text={peopleTexts.demand.text}
      demand={list.demand}
      without={without}
      save={(roles) => demand([...roles], etag)}
    />
  );
}
