/** One page, full of what is now. Arranging it is loaded when somebody begins. */

import { draftCreate } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconLayoutGrid, IconMaximize, IconMinimize } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { May } from "../../../rights/may.tsx";
import { pagesTexts as texts } from "../../../texts/index.ts";
import { pageQuery } from "../api/pages.ts";
import type { ForeignBlocks } from "../components/block-grid.tsx";
import { ShownPage } from "../components/shown-page.tsx";
import { useFullScreen } from "../components/use-full-screen.ts";

const Arrange = lazy(() =>
  import("../components/arrange.tsx").then((module) => ({ default: module.Arrange })),
);
const route = getRouteApi("/view/$page");

export function ViewPage(foreign: ForeignBlocks) {
  const { page } = route.useParams();
  const query = useQuery(pageQuery(page));
  const [arranging, setArranging] = useState(false);
  const full = useFullScreen();
  const blocks = query.data?.blocks ?? [];
  return (
    <PageFrame
      title={page}
      back="/view"
      actions={
        arranging ? null : (
          <>
            {blocks.length > 0 && !full.on ? (
              <May call={draftCreate}>
                <Button
                  variant="default"
                  leftSection={<IconLayoutGrid size={16} aria-hidden />}
                  onClick={() => setArranging(true)}
                >
                  {texts.arrange.begin}
                </Button>
              </May>
            ) : null}
            <Button
              variant="default"
              leftSection={
                full.on ? <IconMinimize size={16} aria-hidden /> : <IconMaximize size={16} aria-hidden />
              }
              onClick={full.toggle}
            >
              {full.on ? texts.leaveFullScreen : texts.fullScreen}
            </Button>
          </>
        )
      }
    >
      <QueryState
        query={query}
        empty={(data) => data.blocks.length === 0}
        emptyState={{ title: texts.empty }}
        missing={{ title: texts.noPage, text: texts.noPageText }}
      >
        {(data) =>
          arranging ? (
            <Suspense fallback={<LoadingState />}>
              <Arrange look={data} onEnd={() => setArranging(false)} />
            </Suspense>
          ) : (
            <ShownPage look={data} foreign={foreign} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}
