/** "Zähler suchen": who answers on a line of an M-Bus pod, and what each says, as rows for the project. */
import { Alert, Button, NativeSelect, Progress } from "@mantine/core";
import { IconAlertTriangle, IconListSearch, IconPlayerStop, IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { mbusTexts as texts } from "../../../texts/index.ts";
import { type FoundMeter, type SearchAction, useMeterSearch, useMeterSearchAction } from "../api/meters.ts";
import { usePodChannels } from "../api/pod-channels.ts";
import { MeterDialog } from "./meter-dialog.tsx";
import classes from "./meters-box.module.css";

type Way = Exclude<SearchAction, "stop">;
const WAYS: readonly Way[] = ["secondary", "primary"];

export function MetersBox({ pod }: { pod: string }) {
  const ifaces = usePodChannels(pod).data?.channels.map(({ iface }) => iface) ?? [];
  const [chosen, setChosen] = useState("");
  const iface = ifaces.includes(chosen) ? chosen : (ifaces[0] ?? "");
  const [way, setWay] = useState<Way>("secondary");
  const search = useMeterSearch(pod, iface);
  const action = useMeterSearchAction(pod, iface);
  const [shown, setShown] = useState<FoundMeter>();
  const state = search.data;
  const numbered = state?.way === "primary";
  const columns = useMemo(() => columnsFor(setShown, numbered), [numbered]);
  const running = state?.running === true;
  const problem = action.error ? errorText(action.error) : undefined;
  return (
    <InfoBox title={texts.box} icon={IconListSearch}>
      <div className={layout["stack"]}>
        <p className={classes["note"]}>{texts.intro}</p>
        <div className={classes["form"]}>
          {ifaces.length > 1 ? (
            <NativeSelect
              label={texts.iface}
              value={iface}
              disabled={running}
              data={ifaces}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          ) : null}
          <NativeSelect
            label={texts.way}
            value={running ? (state.way ?? way) : way}
            disabled={running}
            data={WAYS.map((value) => ({ value, label: texts.ways[value] }))}
            onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}
          />
          <Button
            variant="default"
            loading={action.isPending}
            disabled={iface === ""}
            leftSection={
              running ? <IconPlayerStop size={16} aria-hidden /> : <IconSearch size={16} aria-hidden />
            }
            onClick={() => action.mutate(running ? "stop" : way)}
          >
            {running ? texts.stop : texts.submit}
          </Button>
        </div>
        {problem && !action.isPending ? (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={problem.text}>
            {problem.detail}
          </Alert>
        ) : null}
        {state && running ? (
          <div>
            <Progress.Root size="sm">
              <Progress.Section value={state.progress * 100} aria-label={texts.progress} />
            </Progress.Root>
            <p className={classes["note"]}>{texts.trying(state.next, state.found.length)}</p>
          </div>
        ) : null}
        {state && (running || state.asked > 0) ? (
          <>
            {running ? null : (
              <p className={classes["note"]} aria-live="polite">
                {texts.ended(state.found.length, state.asked)}
              </p>
            )}
            {running && state.found.length === 0 ? null : (
              <DataTable
                label={texts.found}
                rows={state.found}
                columns={columns}
                rowKey={keyOf}
                emptyState={{ title: texts.none, text: texts.noneText }}
              />
            )}
          </>
        ) : null}
      </div>
      {shown ? (
        <MeterDialog
          pod={pod}
          iface={iface}
          several={ifaces.length > 1}
          meter={shown}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </InfoBox>
  );
}

const keyOf = ({ manufacturer, medium, meter, version }: FoundMeter): string =>
  [meter, manufacturer ?? "", version ?? "", medium ?? ""].join(" ");

/** A secondary address is the number, and has the primary one beside it; a primary one the other way round. */
function columnsFor(show: (meter: FoundMeter) => void, numbered: boolean): readonly DataColumn<FoundMeter>[] {
  const number: DataColumn<FoundMeter> = {
    id: "id",
    header: texts.columns.id,
    value: ({ id = "" }) => id,
  };
  const primary: DataColumn<FoundMeter> = {
    id: "address",
    header: texts.columns.address,
    value: ({ address }) => address ?? -1,
    cell: ({ address }) => (address === undefined ? "" : String(address)),
    align: "right",
  };
  return [
    {
      id: "meter",
      header: texts.columns.meter,
      value: ({ meter }) => meter,
      cell: ({ meter }) => <span className={classes["mono"]}>{meter}</span>,
    },
    { id: "maker", header: texts.columns.maker, value: ({ maker = "" }) => maker },
    { id: "medium", header: texts.columns.medium, value: ({ mediumText = "" }) => mediumText },
    numbered ? number : primary,
    { id: "records", header: texts.columns.records, value: ({ records }) => records, align: "right" },
    {
      id: "status",
      header: texts.columns.status,
      value: ({ problem, status }) => problem ?? status,
      cell: ({ problem, status }) =>
        problem === undefined ? (
          <StatusBadge tone={status === "" ? "ok" : "warn"}>
            {status === "" ? texts.fine : status}
          </StatusBadge>
        ) : (
          <span className={classes["problem"]}>
            <StatusBadge tone="error">{texts.unread}</StatusBadge> {problem}
          </span>
        ),
    },
    {
      id: "actions",
      header: texts.columns.actions,
      hideHeader: true,
      width: "1%",
      cell: (meter) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.readOf(meter.meter)}
          onClick={() => show(meter)}
        >
          {texts.read}
        </Button>
      ),
    },
  ];
}
