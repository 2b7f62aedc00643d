/** All containers and pods in three sections, live. */
import { Alert, Anchor, Switch } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePods } from "../../../api/pods.ts";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { containersTexts } from "../../../texts/index.ts";
import { useContainerList } from "../api/containers.ts";
import classes from "../components/section.module.css";
import { Section } from "../components/section.tsx";
import { containerRow, podRow, type Row, readView, storeView, type View } from "../model/sections.ts";

const texts = containersTexts.overview;
const byName = (a: Row, b: Row) => a.name.localeCompare(b.name, "de");

export function ContainerPage() {
  const containers = useContainerList();
  const pods = usePods();
  const [view, setView] = useState(readView);
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part };
    setView(next);
    storeView(next);
  };
  return (
    <PageFrame title={containersTexts.title}>
      <QueryState query={containers}>
        {({ containers: all, engine, reason }) => {
          const system = all.filter((one) => one.system).map(containerRow);
          const third = all
            .filter((one) => !one.system)
            .map(containerRow)
            .toSorted(byName);
          const shown = view.hideInactive ? third.filter(({ running }) => running) : third;
          const podRows = (pods.data?.pods ?? []).map(podRow).toSorted(byName);
          const inactive = pods.data?.inactive.length ?? 0;
          return (
            <>
              {engine ? null : (
                <Alert color="gray" variant="light" title={texts.noEngine}>
                  {reason}
                </Alert>
              )}
              <Section
                name="system"
                title={texts.sections.system}
                rows={system}
                open={view.system}
                onToggle={() => change({ system: !view.system })}
                empty={texts.none}
              />
              <Section
                name="pods"
                title={texts.sections.pods}
                rows={podRows}
                query={pods}
                open={view.pods}
                onToggle={() => change({ pods: !view.pods })}
                empty={texts.none}
              >
                {inactive > 0 ? (
                  <div className={classes["bar"]}>
                    <Anchor component={Link} to="/pods">
                      {texts.inactivePods(inactive)}
                    </Anchor>
                  </div>
                ) : null}
              </Section>
              <Section
                name="container"
                title={texts.sections.container}
                rows={shown}
                open={view.container}
                onToggle={() => change({ container: !view.container })}
                empty={engine ? texts.noneInstalled : texts.noneWithoutEngine}
              >
                {engine || third.length > 0 ? (
                  <div className={classes["bar"]}>
                    <Switch
                      label={texts.hideInactive}
                      checked={view.hideInactive}
                      onChange={(event) => change({ hideInactive: event.currentTarget.checked })}
                    />
                  </div>
                ) : null}
              </Section>
            </>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}
