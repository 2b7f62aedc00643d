/** The adapters: overview, one box each, and saving or testing them. */

import { IconNetwork, IconNetworkOff } from "@tabler/icons-react";
import { useRef } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { networkTexts } from "../../../texts/index.ts";
import type { NetworkConfig } from "../api/settings.ts";
import type { NetworkValues } from "../model/adapters.ts";
import type { NetworkTest } from "../model/use-network-test.ts";
import type { SectionState } from "../model/use-section.ts";
import classes from "./network.module.css";
import { NetworkForm } from "./network-form.tsx";
import { SupportNote } from "./support-note.tsx";
import { TestPanel } from "./test-panel.tsx";

const texts = networkTexts.network;

export interface NetworkTabProps {
  network: SectionState<NetworkConfig, NetworkValues>;
  test: NetworkTest;
}

export function NetworkTab({ network, test }: NetworkTabProps) {
  const top = useRef<HTMLDivElement>(null);
  // The panel of the test appears above, out of sight of the button that started it.
  const goToPanel = (): void => {
    requestAnimationFrame(() => {
      top.current?.scrollIntoView({ block: "start" });
      top.current?.focus({ preventScroll: true });
    });
  };
  return (
    <div className={`${classes["stack"]} ${classes["top"]}`} ref={top} tabIndex={-1}>
      {test.run === undefined ? null : <TestPanel key={test.run.id} test={test} run={test.run} />}
      <QueryState query={network.query}>
        {(stored) => (
          <>
            <SupportNote support={stored.data.support} />
            {stored.data.interfaces.length === 0 ? (
              <InfoBox title={texts.box} icon={IconNetwork}>
                <EmptyState icon={IconNetworkOff} title={texts.empty} text={texts.emptyText} />
              </InfoBox>
            ) : (
              <NetworkForm edit={network.edit(stored)} test={test} onStarted={goToPanel} />
            )}
          </>
        )}
      </QueryState>
    </div>
  );
}
