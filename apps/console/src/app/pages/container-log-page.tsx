/** Log of a container, in the view of the event log. Here, since it joins two features. */
import { Box } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { DownloadButton } from "../../components/download-button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { InfoBox } from "../../components/info-box.tsx";
import { PageFrame } from "../../components/page-frame.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { downloadLog } from "../../features/log/api/log.ts";
import { LogView } from "../../features/log/components/log-view.tsx";
import { compact } from "../../features/log/model/log-search.ts";
import { PLACE } from "../../features/log/model/place.ts";
import { useAddressed } from "../../lib/use-view.ts";
import { containersTexts } from "../../texts/index.ts";

const texts = containersTexts.log;
const nothing = () => undefined;

export function ContainerLogPage() {
  const { name } = useParams({ from: "/container/$name/logging" });
  const [filter, setFilter] = useAddressed("log.q", PLACE);
  const [round, setRound] = useState(0);
  const search = compact({ comp: `container:${name}`, filter });
  return (
    <PageFrame
      title={texts.title}
      subtitle={containersTexts.names[name] ?? name}
      back="/container"
      actions={
        <>
          <IconButton variant="default" icon={IconRefresh} onClick={() => setRound((count) => count + 1)}>
            {texts.refresh}
          </IconButton>
          <DownloadButton start={() => downloadLog(search)}>{texts.download}</DownloadButton>
        </>
      }
    >
      <InfoBox title={texts.box} flush>
        <Box px="1.25rem" pb="md">
          <SearchField label={texts.search} text={filter} change={setFilter} />
        </Box>
        <LogView
          key={`${JSON.stringify(search)} ${round}`}
          search={search}
          change={() => setFilter("")}
          onModules={nothing}
          failed={texts.failed}
        />
      </InfoBox>
    </PageFrame>
  );
}
