/** What can be done with the chosen rows, and with the thing that the active one names. */
import type { DraftDocument } from "@hubwart/contract";
import {
  IconArrowBarDown,
  IconArrowDown,
  IconArrowUp,
  IconBell,
  IconCopy,
  IconCopyPlus,
  IconDownload,
  IconForms,
  IconListNumbers,
  IconListSearch,
  IconPencil,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconStethoscope,
  IconTrash,
} from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import { usePodRead } from "../../../../api/pod-questions.ts";
import type { Ask, PodPlace, TableInfo, Usage } from "../../../../compiler/protocol.ts";
import { onDemand } from "../../../../components/on-demand.tsx";
import { type RowAction, RowMenu } from "../../../../components/row-menu.tsx";
import { sayRead } from "../../../../components/say-read.ts";
import { newId } from "../../../../lib/new-id.ts";
import { notice } from "../../../../lib/notice.tsx";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import { type BlockCommand, blockStep } from "../model/block-step.ts";
import { cellText } from "../model/cells.ts";
import type { DraftStore } from "../model/draft-store.ts";
import type { Target } from "../model/place.ts";
import { blockOf, type Selection } from "../model/selection.ts";
import { type TableView, tableKey } from "../model/table-view.ts";
import classes from "./editor.module.css";

const CheckRowDialog = onDemand(async () => (await import("./check-row-dialog.tsx")).CheckRowDialog);
const CopyPodDialog = onDemand(async () => (await import("./copy-pod-dialog.tsx")).CopyPodDialog);
const RenameEverywhere = onDemand(async () => (await import("./rename-everywhere.tsx")).RenameEverywhere);
const UsageDialog = onDemand(async () => (await import("./usage-dialog.tsx")).UsageDialog);

interface RowActionsProps {
  document: DraftDocument;
  infos: readonly TableInfo[];
  shown: TableView;
  selection: Selection;
  ask: Ask;
  store: DraftStore;
  onDropTable: () => void;
  onForm: () => void;
  onOpen: (place: Target) => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
}

type Asked =
  | { kind: "usage" | "rename"; usage: Usage }
  | { kind: "copyPod"; pod: string; places: readonly PodPlace[]; links: number }
  | { kind: "check"; row: string; pod: string; iface: string };

const ROW_ACTIONS: readonly (Omit<RowAction, "run"> & { command: BlockCommand })[] = [
  { label: texts.grid.insertAbove, icon: IconRowInsertTop, command: { do: "insert" } },
  { label: texts.grid.insertBelow, icon: IconRowInsertBottom, command: { do: "insertBelow" } },
  { label: texts.grid.duplicate, icon: IconCopyPlus, command: { do: "duplicate" } },
  { label: texts.grid.up, icon: IconArrowUp, command: { do: "moveRows", by: -1 } },
  { label: texts.grid.down, icon: IconArrowDown, command: { do: "moveRows", by: 1 } },
  { label: texts.grid.fillDown, icon: IconArrowBarDown, command: { do: "fillDown" } },
  { label: texts.grid.count, icon: IconListNumbers, command: { do: "count" } },
  { label: texts.grid.remove, icon: IconTrash, command: { do: "delete" } },
];

export function RowActions(props: RowActionsProps) {
  const { ask, buttonRef, document, infos, onDropTable, onForm, onOpen, selection, shown, store } = props;
  const { act } = store;
  const [asked, setAsked] = useState<Asked>();
  const named = useNamedActions(props, setAsked);
  const run = (command: BlockCommand): void => {
    const { label, ops } = blockStep(shown, blockOf(selection), command);
    act(label, ops);
  };
  const close = () => setAsked(undefined);
  return (
    <div className={classes["bar"]}>
      <span className={classes["state"]}>{texts.grid.help}</span>
      <span className={classes["gap"]} />
      <RowMenu
        label={texts.grid.rowMenu}
        buttonRef={buttonRef}
        actions={[
          { label: texts.row.form, icon: IconForms, run: onForm },
          ...named,
          ...ROW_ACTIONS.map(({ command, ...action }) => ({ ...action, run: () => run(command) })),
          { label: texts.dropTable, icon: IconTrash, run: onDropTable },
        ]}
      />
      {asked?.kind === "usage" ? (
        <UsageDialog
          onUnavailable={close}
          document={document}
          infos={infos}
          usage={asked.usage}
          onClose={close}
          onOpen={(place) => {
            close();
            onOpen(place);
          }}
        />
      ) : null}
      {asked?.kind === "rename" ? (
        <RenameEverywhere onUnavailable={close} usage={asked.usage} ask={ask} act={act} onClose={close} />
      ) : null}
      {asked?.kind === "copyPod" ? (
        <CopyPodDialog onUnavailable={close} {...asked} ask={ask} act={act} onClose={close} />
      ) : null}
      {asked?.kind === "check" ? (
        <CheckRowDialog onUnavailable={close} {...asked} store={store} onClose={close} />
      ) : null}
    </div>
  );
}

/** By what the table holds: pods, channels of a type, constants, schedules, or links that name them. */
function useNamedActions(
  { ask, selection: { head }, shown, store: { act } }: RowActionsProps,
  open: (asked: Asked) => void,
): RowAction[] {
  const read = usePodRead();
  const key = tableKey(shown.table.name);
  const row = shown.rows[head.row];
  if (key === "project" || !shown.info || !row) return [];
  /** What the row names, once that is known. */
  const withUsage = (use: (usage: Usage) => void) => (): void => {
    const about = { table: shown.table.id, row: row.id, column: shown.columns[head.column]?.id };
    void ask("usage", about).then((usage) => {
      if (usage) use(usage);
      else notice.info(texts.row.noName);
    });
  };
  const { row: labels } = texts;
  const own: Record<string, RowAction[]> = {
    pods: [
      {
        label: labels.check,
        icon: IconStethoscope,
        run: withUsage(({ subject }) => {
          const iface = shown.columns.find(({ name }) => tableKey(name) === "iface")?.id ?? "";
          open({
            kind: "check",
            row: row.id,
            pod: subject.name,
            iface: cellText(row.cells[iface]).trim() || MAIN,
          });
        }),
      },
      {
        label: labels.copyPod,
        icon: IconCopy,
        run: withUsage(({ subject: { name: pod } }) => {
          void ask("places", { pod }).then((found) => open({ kind: "copyPod", pod, ...found }));
        }),
      },
    ],
    constants: [],
    schedules: [],
    schedule_times: [],
    calendars: [],
    meters: [],
    links: [],
  };
  const channel: RowAction[] = [
    {
      label: labels.read,
      icon: IconDownload,
      run: withUsage(({ subject: { name: chan } }) =>
        read.mutate(
          { pod: chan.split(".").slice(0, 2).join("."), chan },
          {
            onSuccess: (answer) => sayRead(chan, answer),
            onError: (error) => notice.apiError(error),
          },
        ),
      ),
    },
  ];
  const asAlarm = async (): Promise<void> => {
    const about = { table: shown.table.id, row: row.id, prefix: newId() };
    const plan = await ask("offerAlarm", about);
    if ("refused" in plan) notice.info(texts.alarmRefused[plan.refused]);
    else if (act(texts.steps.alarm(plan.name), plan.ops)) notice.success(texts.row.alarmMade(plan.name));
  };
  const sends = key === "email" || key === "chat";
  const offer: RowAction[] = sends
    ? [{ label: labels.alarm, icon: IconBell, run: () => void asAlarm() }]
    : [];
  return [
    ...(own[key] ?? channel),
    ...offer,
    { label: labels.usage, icon: IconListSearch, run: withUsage((usage) => open({ kind: "usage", usage })) },
    { label: labels.rename, icon: IconPencil, run: withUsage((usage) => open({ kind: "rename", usage })) },
  ];
}

/** The interface of a row that names none. */
const MAIN = "main";
