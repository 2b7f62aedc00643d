/** Alarms that were put aside for a while. */
import { IconZzz } from "@tabler/icons-react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { alarmsTexts } from "../../../texts/index.ts";
import { useLook } from "../api/alarms.ts";
import { useAlarmSearch } from "../model/use-alarm-search.ts";
import { noAlarms, UnsureNote } from "./alarm-gaps.tsx";
import { AlarmList } from "./alarm-list.tsx";
import classes from "./alarms.module.css";
import { RestingBox } from "./resting-box.tsx";

const texts = alarmsTexts.shelvedList;

export function ShelvedTab() {
  const { search, go } = useAlarmSearch();
  const query = useLook(search, "shelved");
  return (
    <QueryState query={query}>
      {(look) =>
        noAlarms(look.state) ?? (
          <div className={classes["stack"]}>
            <UnsureNote {...look} />
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
          </div>
        )
      }
    </QueryState>
  );
}
