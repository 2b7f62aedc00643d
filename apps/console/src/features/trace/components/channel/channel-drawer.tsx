/** One channel in full: its value, why it has it, its course, what the project says of it, its links, changes and log lines. */

import { channelWrite, systemLog, traceWhy } from "@hubwart/contract";
import { useMay } from "../../../../api/info.ts";
import { IconButton } from "../../../../components/icon-button.tsx";
import layout from "../../../../components/layout.module.css";
import { May } from "../../../../rights/may.tsx";
import "@mantine/core/styles/Drawer.layer.css";
import { Drawer } from "@mantine/core";
import { IconPencil, IconStar, IconStarFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { whyQuery } from "../../../../api/why.ts";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { QueryState } from "../../../../components/query-state.tsx";
import { WhyBox } from "../../../../components/why/why-box.tsx";
import { formatMomentMs } from "../../../../lib/format.ts";
import { traceTexts } from "../../../../texts/index.ts";
import { watchedQuery } from "../../api/channels.ts";
import { definitionQuery } from "../../api/definition.ts";
import { useLiveChannels } from "../../api/live.ts";
import type { Definition } from "../../model/link-text.ts";
import type { DataRecord } from "../../model/records.ts";
import { QualityCell, ValueCell } from "../cells.tsx";
import { useWatchlist } from "../use-watchlist.ts";
import { WriteDialog } from "../write-dialog.tsx";
import { ChangeList } from "./change-list.tsx";
import classes from "./channel.module.css";
import { ChannelCorrections } from "./channel-corrections.tsx";
import { ChannelCourse } from "./channel-course.tsx";
import { ChannelLog } from "./channel-log.tsx";
import { ChannelRecording } from "./channel-recording.tsx";
import { DefinitionList } from "./definition-list.tsx";
import { LinkGraph } from "./link-graph.tsx";

const texts = traceTexts.details;

export interface ChannelDrawerProps {
  /** Open while there is one. */
  chan: string | undefined;
  /** Another channel, or none. */
  onOpen: (chan: string | undefined) => void;
}

export function ChannelDrawer({ chan, onOpen }: ChannelDrawerProps) {
  return (
    <Drawer
      opened={chan !== undefined}
      onClose={() => onOpen(undefined)}
      position="right"
      size="min(100%, 44rem)"
      title={<span className={classes["title"]}>{chan}</span>}
      closeButtonProps={{ "aria-label": texts.close }}
    >
      {chan === undefined ? null : <Details key={chan} chan={chan} onOpen={onOpen} />}
    </Drawer>
  );
}

function Details({ chan, onOpen }: { chan: string; onOpen: (chan: string) => void }) {
  const query = useQuery(definitionQuery(chan));
  return (
    <QueryState query={query} loading={<LoadingState shape="facts" />}>
      {(definition) => <Known definition={definition} onOpen={onOpen} />}
    </QueryState>
  );
}

function Known({ definition, onOpen }: { definition: Definition; onOpen: (chan: string) => void }) {
  const { chan, details, incoming, outgoing } = definition;
  const names = [chan, ...incoming.map(({ source }) => source), ...outgoing.map(({ target }) => target)];
  const options = watchedQuery([...new Set(names)]);
  const query = useQuery(options);
  const mayAsk = useMay(traceWhy);
  const why = useQuery({ ...whyQuery(chan), enabled: mayAsk });
  const { data } = query;
  useLiveChannels(options.queryKey, data?.records);
  const records = new Map(data?.records.map((record) => [record.chan, record]));
  const record = records.get(chan);
  return (
    <div className={classes["parts"]}>
      {details.label === undefined ? null : <p className={classes["label"]}>{details.label}</p>}
      <QueryState query={query} loading={<Head chan={chan} record={undefined} />}>
        {() => <Head chan={chan} record={record} />}
      </QueryState>
      <May call={traceWhy}>
        <WhyBox heading="h3" query={why} onOpen={onOpen} />
      </May>
      <ChannelCourse chan={chan} unit={details.unit} value={record?.value} />
      {definition.channel ? (
        <ChannelRecording chan={chan} recorded={definition.channel.record} drawn={isDrawn(details.type)} />
      ) : null}
      {definition.channel?.record && isCorrected(details.type) ? <ChannelCorrections chan={chan} /> : null}
      <LinkGraph definition={definition} records={records} onOpen={onOpen} />
      <DefinitionList definition={definition} />
      <ChangeList chan={chan} record={record} unit={details.unit} />
      <May call={systemLog}>
        <ChannelLog chan={chan} />
      </May>
    </div>
  );
}

const isDrawn = (type: string): boolean => type === "float" || type === "int";

const isCorrected = (type: string): boolean => isDrawn(type) || type === "bool";

function Head({ chan, record }: { chan: string; record: DataRecord | undefined }) {
  const { channels, toggle, project } = useWatchlist();
  const [writing, setWriting] = useState<DataRecord>();
  const may = useMay(channelWrite);
  const watched = channels.includes(chan);
  const Star = watched ? IconStarFilled : IconStar;
  return (
    <>
      <div className={classes["now"]}>
        <span className={classes["value"]}>{record ? <ValueCell {...record} /> : "\u00a0"}</span>
        {record ? <QualityCell {...record} /> : null}
        {record && record.last > 0 ? (
          <time className={layout["muted"]} dateTime={new Date(record.last).toISOString()}>
            {texts.since(formatMomentMs(record.last))}
          </time>
        ) : null}
      </div>
      <div className={classes["buttons"]}>
        {may && record?.details?.writable ? (
          <IconButton size="xs" variant="default" icon={IconPencil} onClick={() => setWriting(record)}>
            {traceTexts.write.actionShort}
          </IconButton>
        ) : null}
        <IconButton
          size="xs"
          variant="default"
          disabled={project === undefined}
          icon={Star}
          onClick={() => toggle(chan)}
        >
          {watched ? traceTexts.watch.removeShort : traceTexts.watch.addShort}
        </IconButton>
      </div>
      <WriteDialog record={writing} onClose={() => setWriting(undefined)} />
    </>
  );
}
