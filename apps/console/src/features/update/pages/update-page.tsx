/** Updates of the system, and the channel they come from. */

import { changeChannel, systemRestart } from "@hubwart/contract";
import { useStatus } from "../../../api/info.ts";
import { useStream } from "../../../api/use-stream.ts";
import { BoxGrid } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { May } from "../../../rights/may.tsx";
import { updateTexts as texts } from "../../../texts/index.ts";
import { type UpdateState, useRunningUpdate, useUpdateState } from "../api/update.ts";
import { ChannelBox } from "../components/channel-box.tsx";
import { OfferBox, UpdateButton } from "../components/offer-box.tsx";
import { ProgressBox } from "../components/progress-box.tsx";
import { ResultBox } from "../components/result-box.tsx";
import { StateBox } from "../components/state-box.tsx";
import { WayBackBox } from "../components/way-back-box.tsx";

export function UpdatePage() {
  const query = useUpdateState();
  return (
    <PageFrame title={texts.title}>
      <QueryState query={query}>{(state) => <Boxes state={state} />}</QueryState>
    </PageFrame>
  );
}

function Boxes({ state }: { state: UpdateState }) {
  useStream(["jobs"]);
  const job = useRunningUpdate();
  const components = useStatus()?.version;
  const busy = job !== undefined;
  const { available, hindrance, last, list } = state;
  return (
    <BoxGrid min="24rem">
      <StateBox
        state={state}
        components={components}
        busy={busy}
        button={
          <May call={systemRestart}>
            <UpdateButton newer={available !== null} disabled={busy || hindrance !== null} />
          </May>
        }
      />
      {job ? <ProgressBox job={job} /> : available ? <OfferBox available={available} /> : null}
      {job ? null : <WayBackBox state={state} busy={busy} />}
      {list.length > 1 ? (
        <May call={changeChannel}>
          <ChannelBox state={state} busy={busy} />
        </May>
      ) : null}
      {last === null ? null : <ResultBox last={last} />}
    </BoxGrid>
  );
}
