/** Who has duty when: rosters, people, and the links in their e-mails. Kept on the device, whatever project runs. */

import { alarmLinkSave } from "@hubwart/contract";
import { useClockOffset } from "../../../api/device-clock.ts";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { useNow } from "../../../lib/use-now.ts";
import { May } from "../../../rights/may.tsx";
import { alarmPeopleTexts as texts } from "../../../texts/index.ts";
import { usePeople } from "../api/people.ts";
import { dateIn } from "../model/person.ts";
import { LinkBox } from "./link-box.tsx";
import classes from "./people.module.css";
import { PeopleBox } from "./people-box.tsx";
import { RostersBox } from "./rosters-box.tsx";

const MINUTE = 60_000;

export function DutyTab() {
  const query = usePeople();
  const now = useNow(MINUTE) + useClockOffset();
  return (
    <QueryState query={query}>
      {(stored) => {
        const { zone } = stored.data;
        const today = dateIn(zone, now);
        return (
          <div className={layout["stack"]}>
            <p className={classes["about"]}>
              {texts.about} {texts.zone(zone)}
            </p>
            <RostersBox stored={stored} today={today} />
            <PeopleBox stored={stored} today={today} />
            <May call={alarmLinkSave}>
              <LinkBox stored={stored} />
            </May>
          </div>
        );
      }}
    </QueryState>
  );
}
