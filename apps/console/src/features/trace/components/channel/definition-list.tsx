/** What the project says of a channel, with the sheet and row it says it in. */

import { draftCreate } from "@hubwart/contract";
import { Link } from "@tanstack/react-router";
import { useRunningDrafts } from "../../../../api/running-drafts.ts";
import { ChangeInDraft } from "../../../../components/change-in-draft.tsx";
import { InfoList } from "../../../../components/info-box.tsx";
import { PlaceText, ProjectCells } from "../../../../components/project-cells.tsx";
import { May } from "../../../../rights/may.tsx";
import { traceTexts } from "../../../../texts/index.ts";
import type { Definition } from "../../model/link-text.ts";
import classes from "./channel.module.css";

const texts = traceTexts.details;

export function DefinitionList({
  definition: { chan, details, channel, place },
}: {
  definition: Definition;
}) {
  const running = useRunningDrafts();
  return (
    <section aria-label={texts.definition}>
      <h3 className={classes["heading"]}>{texts.definition}</h3>
      <InfoList
        items={[
          { label: texts.place, value: <PlaceText place={place} /> },
          ...(channel
            ? [
                { label: texts.pod, value: <PodLink pod={channel.pod} /> },
                { label: texts.iface, value: details.iface },
                { label: texts.direction, value: texts.directions[channel.dir] },
                { label: texts.address, value: details.place, mono: true },
                { label: texts.kept, value: keptText(channel) },
              ]
            : [{ label: texts.kind, value: kindText(chan) }]),
          { label: traceTexts.write.type, value: traceTexts.write.types[details.type] },
          { label: texts.unit, value: details.unit },
          { label: traceTexts.column.tags, value: details.tags.join(", ") },
        ]}
      />
      {place ? (
        <May call={draftCreate}>
          <ChangeInDraft
            place={{ table: place.table, row: place.line, name: chan }}
            of={chan}
            running={running}
          />
        </May>
      ) : null}
      {channel && channel.cells.length > 0 ? (
        <details className={classes["cells"]}>
          <summary>{texts.cells(channel.cells.length)}</summary>
          <ProjectCells label={texts.definition} cells={channel.cells} />
        </details>
      ) : null}
    </section>
  );
}

function PodLink({ pod }: { pod: string }) {
  return (
    <Link to="/pods/$type/$id" params={{ type: pod.split(".")[0] ?? "", id: pod }}>
      {pod}
    </Link>
  );
}

function kindText(chan: string): string {
  if (chan.startsWith("meter.")) return texts.meter;
  return chan.startsWith("sched.") ? texts.schedule : texts.constant;
}

function keptText({ retain, record }: NonNullable<Definition["channel"]>): string {
  const parts = [...(retain ? [texts.retain] : []), ...(record ? [texts.record] : [])];
  return parts.length > 0 ? parts.join(", ") : texts.notKept;
}
