import { IconBox } from "@tabler/icons-react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatMibValue, formatPercent } from "../../../lib/format.ts";
import { statusTexts } from "../../../texts/index.ts";
import { useContainers } from "../api/containers.ts";
import { type Containers, containerSummary } from "../model/container-summary.ts";
import classes from "./boxes.module.css";
import { RefreshButton } from "./refresh-button.tsx";

const texts = statusTexts.containers;

/** `live`: the event stream brings the figures. */
export function ContainerBox({ live }: { live: boolean }) {
  const query = useContainers(live);
  if (query.data?.engine === false) {
    return (
      <p className={classes["oneLine"]}>
        <IconBox size={18} stroke={1.75} aria-hidden />
        {texts.none(query.data.reason ?? texts.noEngine)}
      </p>
    );
  }
  return (
    <InfoBox
      title={texts.title}
      icon={IconBox}
      actions={
        <RefreshButton
          label={texts.refresh}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        />
      }
      footer={
        <ButtonLink component="a" to="/container" variant="default" size="sm">
          {texts.open}
        </ButtonLink>
      }
    >
      <QueryState query={query}>{(data) => <Summary containers={data} />}</QueryState>
    </InfoBox>
  );
}

function Summary({ containers }: { containers: Containers }) {
  const { tone, text, memory, cpu } = containerSummary(containers);
  return (
    <>
      {containers.reason === undefined ? null : <p className={classes["hint"]}>{containers.reason}</p>}
      <InfoList
        items={[
          { label: texts.status, value: <StatusBadge tone={tone}>{text}</StatusBadge> },
          { label: texts.memory, value: formatMibValue(memory) },
          { label: texts.cpu, value: formatPercent(cpu) },
        ]}
      />
    </>
  );
}
