/** The kept versions of the project. */
import { InfoBox } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { useVersions } from "../api/versions.ts";
import { VersionTable } from "../components/version-table.tsx";

const texts = projectTexts.versions;

export function VersionsPage() {
  const versions = useVersions();
  return (
    <PageFrame title={texts.page}>
      <QueryState
        query={versions}
        loading={
          <InfoBox title={texts.title}>
            <LoadingState lines={5} shape="table" />
          </InfoBox>
        }
      >
        {({ versions }) => <VersionTable versions={versions} />}
      </QueryState>
    </PageFrame>
  );
}
