/** What a wall panel shows with its link: one page, and nothing that leads elsewhere. */
import "../../styles/shell.ts";
import { type AnswerOf, CODES, type panelLook } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, useEffect } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadingState } from "../../components/loading-state.tsx";
import { panelQuery } from "../../features/pages/api/pages.ts";
import { ShownPage } from "../../features/pages/components/shown-page.tsx";
import { ApiError } from "../../lib/errors.ts";
import { useEndOfFirstPage } from "../../lib/first-page.ts";
import { PanelMode } from "../../lib/panel-mode.ts";
import { setDeviceZone } from "../../lib/zone.ts";
import { tokenStore } from "../../session/token-store.ts";
import { pagesTexts } from "../../texts/index.ts";
import classes from "./panel-page.module.css";

const texts = pagesTexts.panel;

const Trend = lazy(async () => ({
  default: (await import("../../features/trace/components/trend.tsx")).TrendAlone,
}));
const Alarms = lazy(async () => ({
  default: (await import("../../features/alarms/components/area-alarms.tsx")).AreaAlarms,
}));
const FOREIGN = { Trend, Alarms };
const OVER: ReadonlySet<number> = new Set([CODES.unauthorized, CODES.locked]);

export default function PanelPage() {
  useEndOfFirstPage();
  const { data, error, refetch } = useQuery(panelQuery);
  // What was refused elsewhere is asked about here, which says what became of the link; its own refusal begins nothing anew.
  useEffect(() => tokenStore.subscribe(() => void refetch({ cancelRefetch: false })), [refetch]);
  const title = data?.id ?? texts.title;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (data) setDeviceZone(data.zone);
  }, [data]);
  return (
    <PanelMode value={true}>
      <main className={classes["panel"]}>
        <h1 className={classes["title"]}>{title}</h1>
        <Content data={data} error={error} />
      </main>
    </PanelMode>
  );
}

function Content({ data, error }: { data: AnswerOf<typeof panelLook> | undefined; error: Error | null }) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code !== undefined && OVER.has(code)) return <EmptyState title={texts.over} text={texts.overText} />;
  if (code === CODES.notFound) return <EmptyState title={pagesTexts.noPage} text={texts.missingText} />;
  if (!data) return error ? <EmptyState title={texts.away} text={texts.awayText} /> : <LoadingState />;
  return (
    <>
      {error ? (
        <p className={classes["away"]} role="alert">
          {texts.away}
        </p>
      ) : null}
      {data.blocks.length === 0 ? (
        <EmptyState title={pagesTexts.empty} />
      ) : (
        <ShownPage look={data} foreign={FOREIGN} readOnly={!data.may_set} />
      )}
    </>
  );
}
