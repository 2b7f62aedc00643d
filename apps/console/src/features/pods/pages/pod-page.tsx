/** One pod: its connections, its values, its settings. The same page for every type. */

import { podAssets, podConfig, podMeters, podRestart, systemLog } from "@hubwart/contract";
import { Tabs } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useMay } from "../../../api/info.ts";
import { usePods } from "../../../api/pods.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RestartButton } from "../../../components/restart-button.tsx";
import { PodPageMissing } from "../../../components/unknown-page.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { notice } from "../../../lib/notice.tsx";
import type { Stored } from "../../../lib/use-edit.ts";
import { viewsIn } from "../../../lib/view-address.ts";
import { May } from "../../../rights/may.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { type PodConfig, usePodConfig, useRestartPod } from "../api/pod-config.ts";
import { usePodValues } from "../api/pod-values.ts";
import { AssetsBox } from "../components/assets-box.tsx";
import { ExternalBox } from "../components/external-box.tsx";
import { IfaceBox } from "../components/iface-box.tsx";
import { KnxSettings } from "../components/knx-settings.tsx";
import { isMissing, MissingPod } from "../components/missing-pod.tsx";
import { NeedRestartBanner } from "../components/need-restart-banner.tsx";
import { ParameterBox } from "../components/parameter-box.tsx";
import { PodStatusBox } from "../components/pod-status-box.tsx";
import { PodWhy } from "../components/pod-why.tsx";
import { SettingsBox } from "../components/settings-box.tsx";
import { ValueBox } from "../components/value-box.tsx";
import { isPodAddress, podParams } from "../model/pod-id.ts";
import { parsePodSearch } from "../model/pod-search.ts";
import { useSettings } from "../model/use-settings.ts";
import classes from "./pod-page.module.css";

const texts = podsTexts.page;
/** Loaded where there are meters. */
const MetersBox = lazy(async () => ({ default: (await import("../components/meters-box.tsx")).MetersBox }));

export function PodPage() {
  const { type, id } = useParams({ from: "/pods/$type/$id" });
  if (!isPodAddress(type, id)) return <PodPageMissing />;
  return <KnownPodPage key={id} id={id} type={type} />;
}

function KnownPodPage(props: { id: string; type: string }) {
  return useMay(podConfig) ? <PodWithSettings {...props} /> : <PodToSee {...props} />;
}

/** For who may not see settings, which are the project's. */
function PodToSee({ id, type }: { id: string; type: string }) {
  const pods = usePods();
  const pod = pods.data?.pods.find((each) => each.id === id);
  const known = pod !== undefined || (pods.data?.inactive.some((each) => each.id === id) ?? true);
  return (
    <PageFrame title={pod?.label || (podsTexts.types[type] ?? type)} subtitle={id} back="/pods">
      {known ? <Overview id={id} type={type} /> : <MissingPod pod={id} />}
    </PageFrame>
  );
}

function PodWithSettings({ id, type }: { id: string; type: string }) {
  const config = usePodConfig(id);
  const pod = usePods().data?.pods.find((each) => each.id === id);
  const running = pod !== undefined;
  const missing = config.data === undefined && isMissing(config.error);
  return (
    <PageFrame
      title={pod?.label || (podsTexts.types[type] ?? type)}
      subtitle={id}
      back="/pods"
      actions={
        missing ? undefined : (
          <>
            {running ? (
              <May call={podRestart}>
                <Restart pod={id} />
              </May>
            ) : null}
            <May call={systemLog}>
              <ButtonLink
                component="a"
                to="/pods/$type/$id/logging"
                params={podParams(id)}
                variant="default"
                leftSection={<IconFileText size={18} aria-hidden />}
              >
                {texts.log}
              </ButtonLink>
            </May>
          </>
        )
      }
    >
      {missing ? (
        <MissingPod pod={id} />
      ) : (
        <QueryState query={config}>{(stored) => <PodTabs id={id} type={type} stored={stored} />}</QueryState>
      )}
    </PageFrame>
  );
}

function Restart({ pod }: { pod: string }) {
  const restart = useRestartPod(pod);
  return (
    <RestartButton
      label={podsTexts.restart.button}
      question={podsTexts.restart.question(pod)}
      restart={() => restart.mutateAsync()}
      onDone={() => notice.success(podsTexts.restart.done)}
    />
  );
}

function PodTabs({ id, type, stored }: { id: string; type: string; stored: Stored<PodConfig> }) {
  const edit = useSettings(id, type, stored);
  const config = stored.data;
  const { tab = "overview" } = useSearch({ from: "/pods/$type/$id" });
  const navigate = useNavigate({ from: "/pods/$type/$id" });
  const select = (value: string | null): void =>
    void navigate({
      search: (all) => ({ ...viewsIn({ ...all }), ...parsePodSearch({ tab: value }) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <UnsavedGuard dirty={edit.dirty} />
      {config.need_restart ? <NeedRestartBanner pod={id} /> : null}
      <Tabs value={tab} onChange={select}>
        <Tabs.List aria-label={texts.tabs.label}>
          <Tabs.Tab value="overview">{texts.tabs.overview}</Tabs.Tab>
          <Tabs.Tab value="settings">{texts.tabs.settings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview" className={classes["panel"] ?? ""}>
          <Overview id={id} type={type} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" className={classes["panel"] ?? ""}>
          <SettingsBox edit={edit}>{type === "knx" ? <KnxSettings edit={edit} /> : null}</SettingsBox>
          {edit.values.internal && config.internal ? null : <ExternalBox pod={id} config={config} />}
          <ParameterBox pod={id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Overview({ id, type }: { id: string; type: string }) {
  const pods = usePods();
  const values = usePodValues(id);
  const pod = pods.data?.pods.find((each) => each.id === id);
  const inactive = pods.data?.inactive.some((each) => each.id === id) ?? false;
  if (inactive) return <p className={classes["note"]}>{texts.inactive}</p>;
  return (
    <>
      <PodWhy pod={id} store={values.store} />
      <QueryState query={pods} loading={<PodStatusBox pod={undefined} />}>
        {() => <PodStatusBox pod={pod} />}
      </QueryState>
      <IfaceBox pod={id} />
      {type === "asset" ? (
        <May call={podAssets}>
          <AssetsBox pod={id} />
        </May>
      ) : null}
      {type === "mbus" ? (
        <May call={podMeters}>
          <Suspense>
            <MetersBox pod={id} />
          </Suspense>
        </May>
      ) : null}
      <ValueBox pod={id} values={values} />
    </>
  );
}
