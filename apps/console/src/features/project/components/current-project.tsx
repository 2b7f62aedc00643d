/** What is on the device now, beside the form that may replace it. */
import { IconFileCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { currentOf, useVersions, type Version } from "../api/versions.ts";
import { FileName } from "./file-name.tsx";

const texts = projectTexts.current;

export function CurrentProject() {
  const versions = useVersions();
  const current = currentOf(versions.data?.versions);
  return (
    <InfoBox title={texts.title} icon={IconFileCheck} {...(current ? { footer: <Links /> } : {})}>
      <QueryState query={versions}>
        {() =>
          current ? (
            <CurrentList version={current} />
          ) : (
            <EmptyState title={texts.none} text={texts.noneText} />
          )
        }
      </QueryState>
    </InfoBox>
  );
}

function Links() {
  return (
    <>
      <Link to="/project/download">{texts.download}</Link>
      <Link to="/project/versions">{texts.versions}</Link>
    </>
  );
}

function CurrentList({ version }: { version: Version }) {
  const { id, name, pods, channels, uploaded } = version;
  return (
    <InfoList
      short
      items={[
        { label: texts.id, value: id },
        ...(name === "" || name === id ? [] : [{ label: texts.name, value: name }]),
        { label: texts.file, value: <FileName version={version} /> },
        { label: texts.uploaded, value: <RelativeTime ms={uploaded * 1_000} /> },
        { label: texts.size, value: texts.sizeValue(pods, channels) },
      ]}
    />
  );
}
