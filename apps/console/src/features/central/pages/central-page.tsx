/** The central console that this hub may belong to. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { centralTexts as texts } from "../../../texts/index.ts";
import { centralQuery } from "../api/central.ts";
import { ConnectionBox } from "../components/connection-box.tsx";
import { DoorBox } from "../components/door-box.tsx";
import { JoinDialog } from "../components/join-dialog.tsx";

export function CentralPage() {
  const query = useQuery(centralQuery);
  const [joining, setJoining] = useState(false);
  return (
    <PageFrame title={texts.title}>
      <div className={layout["stack"]}>
        <p className={layout["intro"]}>{texts.text}</p>
        <QueryState query={query}>
          {(stored) =>
            stored.data.joined ? (
              <>
                <ConnectionBox joined={stored.data.joined} open={stored.data.open} />
                <DoorBox stored={stored} />
              </>
            ) : (
              <InfoBox
                title={texts.none.title}
                footer={<Button onClick={() => setJoining(true)}>{texts.none.join}</Button>}
              >
                <p>{texts.none.text}</p>
              </InfoBox>
            )
          }
        </QueryState>
        {joining ? <JoinDialog onClose={() => setJoining(false)} /> : null}
      </div>
    </PageFrame>
  );
}
