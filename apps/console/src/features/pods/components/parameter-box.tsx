/** What the project says of the pod's interfaces, with the rows it says it in. */

import { draftCreate } from "@hubwart/contract";
import { IconTable } from "@tabler/icons-react";
import { useRunningDrafts } from "../../../api/running-drafts.ts";
import { ChangeInDraft } from "../../../components/change-in-draft.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PlaceText, ProjectCells } from "../../../components/project-cells.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { May } from "../../../rights/may.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { usePodParameters } from "../api/pod-parameters.ts";
import classes from "./parameter-box.module.css";

const texts = podsTexts.parameters;

export function ParameterBox({ pod }: { pod: string }) {
  const query = usePodParameters(pod);
  const running = useRunningDrafts();
  return (
    <InfoBox title={texts.title} icon={IconTable}>
      <QueryState
        query={query}
        empty={({ ifaces }) => ifaces.length === 0}
        emptyState={{ title: texts.none }}
      >
        {({ ifaces }) =>
          ifaces.map(({ iface, cells, place }) => (
            <section key={iface} className={classes["iface"]} aria-label={texts.iface(iface)}>
              <h3 className={classes["title"]}>{texts.iface(iface)}</h3>
              <p className={classes["place"]}>
                <PlaceText place={place} />
              </p>
              {place ? (
                <May call={draftCreate}>
                  <ChangeInDraft
                    place={{ table: place.table, row: place.line, name: pod, iface }}
                    of={texts.iface(iface)}
                    running={running}
                  />
                </May>
              ) : null}
              <ProjectCells label={texts.iface(iface)} cells={cells} />
            </section>
          ))
        }
      </QueryState>
    </InfoBox>
  );
}
