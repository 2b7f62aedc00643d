/** Files of the project in use, and the versions before it. */
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { BoxGrid, InfoBox } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { currentOf, useVersions, type Version } from "../api/versions.ts";
import { CompiledFile } from "../components/compiled-file.tsx";
import { StoredFile } from "../components/stored-file.tsx";

const texts = projectTexts.download;

export function DownloadPage() {
  const versions = useVersions();
  return (
    <PageFrame title={texts.title}>
      <QueryState
        query={versions}
        loading={
          <BoxGrid min="24rem">
            <LoadingState lines={5} />
            <LoadingState lines={3} />
          </BoxGrid>
        }
      >
        {({ versions }) => <Files versions={versions} />}
      </QueryState>
    </PageFrame>
  );
}

function Files({ versions }: { versions: readonly Version[] }) {
  const current = currentOf(versions);
  return (
    <>
      {current ? (
        <BoxGrid min="24rem">
          <StoredFile version={current} />
          <CompiledFile />
        </BoxGrid>
      ) : (
        <InfoBox title={texts.stored}>
          <EmptyState
            title={texts.none}
            text={texts.noneText}
            action={
              <ButtonLink component="a" to="/project/upload" variant="default">
                {texts.toUpload}
              </ButtonLink>
            }
          />
        </InfoBox>
      )}
      {versions.length > 1 ? (
        <div>
          <ButtonLink component="a" to="/project/versions" variant="default">
            {texts.toVersions}
          </ButtonLink>
        </div>
      ) : null}
    </>
  );
}
