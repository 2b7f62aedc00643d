/** Parts of the plant somebody works at; and whether messages arrive. */

import { alarmMaintain, alarmMaintainEnd, alarmTest } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconPlus, IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { DottedName } from "../../../components/dotted-name.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { alarmsTexts } from "../../../texts/index.ts";
import { type Look, type Maintenance, type TestResult, useAlarmActions, useLook } from "../api/alarms.ts";
import { MaintenanceDialog } from "./alarm-dialogs.tsx";
import { LookState } from "./alarm-gaps.tsx";
import classes from "./alarms.module.css";

const texts = alarmsTexts.maintenance;
const NO_FILTER = {};

export function MaintenanceTab() {
  const query = useLook(NO_FILTER, "maintenance");
  return (
    <LookState query={query}>
      {(look) => (
        <>
          <MaintenanceBox maintenance={look.maintenance} />
          <ClassesBox classes={look.classes} />
        </>
      )}
    </LookState>
  );
}

interface MaintenanceRow extends Maintenance {
  end: () => Promise<void>;
}

const COLUMNS: readonly FactColumn<MaintenanceRow>[] = [
  {
    id: "scope",
    header: texts.columns.scope,
    rowHeader: true,
    breaks: true,
    cell: ({ scope }) => <DottedName name={scope} />,
  },
  {
    id: "until",
    header: texts.columns.until,
    cell: ({ ranOut, until }) =>
      ranOut === undefined ? (
        formatDateTimeShort(until)
      ) : (
        <>
          {formatDateTimeShort(ranOut)} <StatusBadge tone="warn">{texts.ranOut}</StatusBadge>
        </>
      ),
  },
  { id: "since", header: texts.columns.since, cell: ({ since }) => formatDateTimeShort(since) },
  { id: "why", header: texts.columns.why, breaks: true, cell: ({ why }) => why },
  { id: "by", header: texts.columns.by, breaks: true, cell: ({ by }) => by },
  {
    id: "actions",
    header: texts.columns.actions,
    cell: ({ end, scope }) => (
      <May call={alarmMaintainEnd}>
        <Button size="xs" variant="default" aria-label={texts.endOf(scope)} onClick={() => void end()}>
          {texts.end}
        </Button>
      </May>
    ),
  },
];

function MaintenanceBox({ maintenance }: { maintenance: readonly Maintenance[] }) {
  const actions = useAlarmActions();
  const [beginning, setBeginning] = useState(false);
  const end = async (nr: number): Promise<void> => {
    try {
      await actions.maintainEnd(nr);
      notice.success(alarmsTexts.done.maintainEnd);
    } catch (error) {
      notice.apiError(error);
    }
  };
  return (
    <InfoBox
      title={texts.title}
      actions={
        <May call={alarmMaintain}>
          <IconButton size="xs" icon={IconPlus} onClick={() => setBeginning(true)}>
            {texts.begin}
          </IconButton>
        </May>
      }
      flush
    >
      <p className={classes["intro"]}>{texts.text}</p>
      {maintenance.length === 0 ? (
        <EmptyState icon={IconTool} title={texts.none} text={texts.noneText} />
      ) : (
        <FactTable
          label={texts.title}
          rows={maintenance.map((each) => ({ ...each, end: () => end(each.nr) }))}
          columns={COLUMNS}
          rowKey={({ nr }) => String(nr)}
        />
      )}
      {beginning ? <MaintenanceDialog onClose={() => setBeginning(false)} /> : null}
    </InfoBox>
  );
}

type ClassRow = Look["classes"][number] & {
  results: readonly TestResult[] | undefined;
  busy: boolean;
  send: () => Promise<void>;
};

const words = alarmsTexts.classes;

const CLASS_COLUMNS: readonly FactColumn<ClassRow>[] = [
  { id: "name", header: words.columns.name, rowHeader: true, breaks: true, cell: ({ id }) => id },
  {
    id: "ways",
    header: words.columns.ways,
    breaks: true,
    cell: ({ ways }) => <DottedName name={ways.join(", ")} />,
  },
  {
    id: "result",
    header: words.columns.result,
    cell: ({ results }) => results && <Results results={results} />,
  },
  {
    id: "actions",
    header: words.columns.actions,
    cell: ({ busy, id, send }) => (
      <May call={alarmTest}>
        <Button
          size="xs"
          variant="default"
          aria-label={words.sendOf(id)}
          loading={busy}
          onClick={() => void send()}
        >
          {words.send}
        </Button>
      </May>
    ),
  },
];

function Results({ results }: { results: readonly TestResult[] }) {
  return (
    <output className={classes["lines"]}>
      {results.map(({ ok, text, way }) => (
        <span key={way}>
          <StatusBadge tone={ok ? "ok" : "error"}>{ok ? words.ok : words.failed}</StatusBadge>{" "}
          <DottedName name={way} />
          {text === "" ? null : `: ${text}`}
        </span>
      ))}
    </output>
  );
}

function ClassesBox({ classes: known }: { classes: Look["classes"] }) {
  const { test } = useAlarmActions();
  const [results, setResults] = useState<Readonly<Record<string, readonly TestResult[]>>>({});
  const [busy, setBusy] = useState<string>();
  const send = async (id: string): Promise<void> => {
    setBusy(id);
    try {
      const answer = await test(id);
      setResults((before) => ({ ...before, [id]: answer.results }));
    } catch (error) {
      notice.apiError(error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <InfoBox title={words.title} flush>
      <p className={classes["intro"]}>{known.length === 0 ? words.none : words.text}</p>
      {known.length === 0 ? null : (
        <FactTable
          label={words.title}
          rows={known.map((each) => ({
            ...each,
            results: results[each.id],
            busy: busy === each.id,
            send: () => send(each.id),
          }))}
          columns={CLASS_COLUMNS}
          rowKey={({ id }) => id}
          top
        />
      )}
    </InfoBox>
  );
}
