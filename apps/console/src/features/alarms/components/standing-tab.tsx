/** Alarms that stand, worst first. */

import { alarmAck } from "@hubwart/contract";
import { Button, NativeSelect } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "../../../api/info.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { notice } from "../../../lib/notice.tsx";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import { type Look, shownBy, useAlarmActions, useLook } from "../api/alarms.ts";
import { type AlarmSearch, isFiltered, SHOWN_VIEWS } from "../model/search.ts";
import { useAlarmSearch } from "../model/use-alarm-search.ts";
import { LookState, NothingStands } from "./alarm-gaps.tsx";
import { AlarmList } from "./alarm-list.tsx";
import classes from "./alarms.module.css";
import { PrioritySelect } from "./priority-select.tsx";

export function StandingTab() {
  const { search, go, clear } = useAlarmSearch();
  const view = search.view ?? "open";
  const query = useLook(search, view);
  const [asking, setAsking] = useState(false);
  const mayAck = useMay(alarmAck);
  return (
    <LookState query={query}>
      {(look) => (
        <>
          <Filter search={search} go={go} />
          <div className={classes["bar"]}>
            <output>{texts.count(look.total, look.unacked)}</output>
            {mayAck && look.unacked > 0 ? (
              <Button size="sm" variant="default" onClick={() => setAsking(true)}>
                {texts.actions.ackAll(look.unacked)}
              </Button>
            ) : null}
          </div>
          {look.total > 0 ? (
            <AlarmList
              label={texts.list}
              look={look}
              page={search.page ?? 1}
              onTurn={(page) => go({ page })}
            />
          ) : isFiltered(search) ? (
            <Filtered clear={clear} />
          ) : query.isPlaceholderData ? (
            // What another filter showed says nothing of this one.
            <LoadingState lines={3} />
          ) : (
            <NothingStands sure={look.state === "watching" && !query.isError} alarms={look.alarms} />
          )}
          {view === "open" ? <Hidden counts={look.counts} /> : null}
          <AckAllDialog
            opened={asking}
            onClose={() => setAsking(false)}
            search={search}
            count={look.unacked}
          />
        </>
      )}
    </LookState>
  );
}

type Go = ReturnType<typeof useAlarmSearch>["go"];

function Filter({ search, go }: { search: AlarmSearch; go: Go }) {
  return (
    <search className={classes["search"]}>
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        text={search.text ?? ""}
        change={(text) => go({ text })}
      />
      <PrioritySelect value={search.priority} change={(priority) => go({ priority })} />
      <NativeSelect
        label={texts.view}
        value={search.view ?? "open"}
        onChange={({ currentTarget: { value } }) => go({ view: value })}
        data={SHOWN_VIEWS.map((value) => ({ value, label: texts.views[value] }))}
      />
    </search>
  );
}

function Filtered({ clear }: { clear: () => void }) {
  return (
    <EmptyState
      icon={IconFilterOff}
      title={texts.empty.filtered}
      text={texts.empty.filteredText}
      action={
        <Button variant="default" size="sm" onClick={clear}>
          {texts.empty.showAll}
        </Button>
      }
    />
  );
}

/** What stands and is not among those that are shown at first. */
function Hidden({ counts }: { counts: Look["counts"] }) {
  const parts = (["suppressed", "maintenance", "shelved"] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => texts.hidden[name](counts[name]));
  if (parts.length === 0) return null;
  return (
    <p className={layout["muted"]}>
      {texts.hidden.lead} {parts.join(", ")}
    </p>
  );
}

interface AckAllProps {
  opened: boolean;
  onClose: () => void;
  search: AlarmSearch;
  count: number;
}

function AckAllDialog({ opened, onClose, search, count }: AckAllProps) {
  const actions = useAlarmActions();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={texts.ackAll.title}
      confirmLabel={texts.actions.ack}
      question={`${texts.ackAll.question(count)}${isFiltered(search) ? ` ${texts.ackAll.filtered}` : ""}`}
      onConfirm={() => actions.ack({ all: shownBy(search, search.view ?? "open") })}
      onDone={({ done }) => notice.success(texts.done.ack(done))}
    />
  );
}
