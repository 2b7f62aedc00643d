/** Alarms as cards, with what can be done about each. */
import { alarmAck, LIMITS } from "@hubwart/contract";
import { useState } from "react";
import { useMay } from "../../../api/info.ts";
import { Pager } from "../../../components/pager.tsx";
import { notice } from "../../../lib/notice.tsx";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import { type Alarm, type Look, useAlarmActions } from "../api/alarms.ts";
import { useCurrent } from "../api/channels.ts";
import { canBeReset, isOfDevice, isUnacked } from "../model/words.ts";
import classes from "./alarm-card.module.css";
import { AlarmCard, type CardAction } from "./alarm-card.tsx";
import { CommentDialog, ShelveDialog } from "./alarm-dialogs.tsx";

const { actions: words, done } = texts;

export interface AlarmListProps {
  label: string;
  look: Pick<Look, "standing" | "total">;
  /** From 1. */
  page: number;
  onTurn: (page: number) => void;
}

export function AlarmList({ label, look: { standing, total }, page, onTurn }: AlarmListProps) {
  const current = useCurrent(standing.filter((alarm) => !isOfDevice(alarm)).map(({ source }) => source));
  const [asking, setAsking] = useState<{ what: "shelve" | "comment"; alarm: Alarm }>();
  const actionsOf = useCardActions(setAsking);
  const names = new Map(standing.map(({ id, text }) => [id, text]));
  const before = (page - 1) * LIMITS.alarmsPage;
  const close = () => setAsking(undefined);
  return (
    <>
      <ul className={classes["cards"]} aria-label={label}>
        {standing.map((alarm) => (
          <AlarmCard
            key={alarm.nr}
            alarm={alarm}
            current={current?.get(alarm.source)}
            known={current !== undefined}
            nameOf={(id) => names.get(id) ?? id}
            actions={actionsOf(alarm)}
          />
        ))}
      </ul>
      <Pager
        label={texts.pager.label}
        page={page}
        pages={Math.max(1, Math.ceil(total / LIMITS.alarmsPage))}
        rows={texts.pager.rows(standing.length === 0 ? 0 : before + 1, before + standing.length, total)}
        onTurn={onTurn}
      />
      {asking?.what === "shelve" ? <ShelveDialog alarm={asking.alarm} onClose={close} /> : null}
      {asking?.what === "comment" ? <CommentDialog alarm={asking.alarm} onClose={close} /> : null}
    </>
  );
}

type Ask = (asking: { what: "shelve" | "comment"; alarm: Alarm }) => void;

function useCardActions(ask: Ask): (alarm: Alarm) => CardAction[] {
  const actions = useAlarmActions();
  const may = useMay(alarmAck);
  const told = async <T,>(running: Promise<T>, text: (answer: T) => string): Promise<void> => {
    try {
      notice.success(text(await running));
    } catch (error) {
      notice.apiError(error);
    }
  };
  return (alarm) => {
    const { nr, text } = alarm;
    const nrs = [nr];
    if (!may) return [];
    return [
      ...(isUnacked(alarm)
        ? [
            {
              label: words.ack,
              name: words.ackOf(text),
              first: true,
              run: () => told(actions.ack({ nrs }), (answer) => done.ack(answer.done)),
            },
          ]
        : []),
      ...(canBeReset(alarm)
        ? [
            {
              label: words.reset,
              name: words.resetOf(text),
              first: true,
              run: () => told(actions.reset({ nrs }), (answer) => done.reset(answer.done)),
            },
          ]
        : []),
      alarm.shelved
        ? {
            label: words.unshelve,
            name: words.unshelveOf(text),
            run: () => told(actions.unshelve(nr), () => done.unshelve),
          }
        : { label: words.shelve, name: words.shelveOf(text), run: () => ask({ what: "shelve", alarm }) },
      { label: words.comment, name: words.commentOf(text), run: () => ask({ what: "comment", alarm }) },
    ];
  };
}
