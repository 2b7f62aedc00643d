/** One time programme: its week, exceptions and what follows, changed on the device. */

import { draftCreate } from "@hubwart/contract";
import { useParams } from "@tanstack/react-router";
import { useNoProject } from "../../../api/info.ts";
import { useRunningDrafts } from "../../../api/running-drafts.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { ChangeInDraft } from "../../../components/change-in-draft.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { May } from "../../../rights/may.tsx";
import { commonTexts, schedulesTexts } from "../../../texts/index.ts";
import { useSchedule } from "../api/schedule.ts";
import { ScheduleEditor } from "../components/schedule-editor.tsx";

const texts = schedulesTexts.edit;

export function SchedulePage() {
  const { id } = useParams({ from: "/runtime/schedules/$id" });
  // Another schedule is another page: nothing that was changed goes along.
  return <Schedule key={id} chan={id} />;
}

function Schedule({ chan }: { chan: string }) {
  const query = useSchedule(chan);
  const running = useRunningDrafts();
  const noProject = useNoProject();
  const { label } = query.data?.data ?? {};
  return (
    <PageFrame
      title={label ?? chan}
      subtitle={label === undefined ? undefined : chan}
      back="/runtime/schedules"
      actions={
        query.data ? (
          <May call={draftCreate}>
            <ChangeInDraft place={{ table: "schedules", name: chan }} of={chan} running={running} />
          </May>
        ) : null
      }
    >
      <QueryState
        query={query}
        missing={{
          title: texts.unknown,
          text: noProject ? commonTexts.state.noProject : texts.unknownText,
          action: (
            <ButtonLink component="a" to="/runtime/schedules" variant="default">
              {texts.toList}
            </ButtonLink>
          ),
        }}
      >
        {(stored) => <ScheduleEditor stored={stored} />}
      </QueryState>
    </PageFrame>
  );
}
