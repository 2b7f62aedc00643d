/** Alarms that were put aside for a while. */
import { IconZzz } from "@tabler/icons-react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { alarmsTexts } from "../../../texts/index.ts";
import { useLook } from "../api/alarms.ts";
import { useAlarmSearch } from "../model/use-alarm-search.ts";
import { LookState } from "./alarm-gaps.tsx";
import { AlarmList } from "./alarm-list.tsx";
import { RestingBox } from "./resting-box.tsx";

const texts = alarmsTexts.shelvedList;

export function ShelvedTab() {
  const { search, go } = useAlarmSearch();
  const query = useLook(search, "shelved");
  return (
    <LookState query={query}>
      {(look) => (
        <>
          {look.total === 0 ? (
            (look.resting ?? []).length === 0 && (
              <EmptyState icon={IconZzz} title={texts.none} text={texts.noneText} />
            )
          ) : (
            <AlarmList
              label={texts.title}
              look={look}
              page={search.page ?? 1}
              onTurn={(page) => go({ page })}
            />
          )}
          {look.resting && look.resting.length > 0 ? <RestingBox resting={look.resting} /> : null}
        </>
      )}
    </LookState>
  );
}
