/** Arranging a page: blocks in the grid, values on plans; by pointer, by keyboard and by buttons. Kept in a draft of the project. */
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useRunningDrafts } from "../../../api/running-drafts.ts";
import { WhichDraft } from "../../../components/change-in-draft.tsx";
import layout from "../../../components/layout.module.css";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { notice } from "../../../lib/notice.tsx";
import { draftsTexts, pagesTexts } from "../../../texts/index.ts";
import type { Block, PageLook } from "../api/pages.ts";
import { saveArranged, withOthers } from "../api/save-arranged.ts";
import { type Box, moved, onPlan, type Point } from "../model/arrange.ts";
import type { Placed } from "../model/draft-ops.ts";
import classes from "./arrange.module.css";
import { ArrangeGrid } from "./arrange-grid.tsx";
import { ArrangePlan } from "./arrange-plan.tsx";
import { keyOf } from "./block-key.ts";

const texts = pagesTexts.arrange;

type Draft = Awaited<ReturnType<ReturnType<typeof useRunningDrafts>["list"]>>[number];

export function Arrange({ look, onEnd }: { look: PageLook; onEnd: () => void }) {
  const { blocks } = look;
  const first = useMemo(() => placesOf(blocks), [blocks]);
  const [boxes, setBoxes] = useState(first.boxes);
  const [points, setPoints] = useState(first.points);
  const [busy, setBusy] = useState(false);
  const [several, setSeveral] = useState<readonly Draft[]>();
  const running = useRunningDrafts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const dirty = boxes !== first.boxes || points !== first.points;

  async function save(given?: string): Promise<void> {
    setBusy(true);
    setSeveral(undefined);
    try {
      const drafts = given === undefined ? await running.list() : [];
      if (drafts.length > 1) {
        setSeveral(drafts);
        return;
      }
      const draft = given ?? drafts[0]?.id ?? (await running.begin(draftsTexts.nameDefault)).id;
      const placed = await withOthers(client, look, placedOf(look, boxes, points));
      if (await saveArranged(draft, look.id, placed)) {
        onEnd();
        notice.success(texts.saved(drafts[0]?.name ?? draftsTexts.nameDefault), {
          detail: texts.savedDetail,
        });
        await navigate({ to: "/project/edit/$draft", params: { draft }, search: { table: "pages" } });
      } else notice.error(texts.changed);
    } catch (error) {
      notice.apiError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={layout["stack"]}>
      <p className={classes["intro"]}>
        {texts.intro} {look.generated ? texts.generated : null}
      </p>
      <div className={classes["buttons"]}>
        <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
          {texts.save}
        </Button>
        <Button variant="default" disabled={busy} onClick={onEnd}>
          {texts.cancel}
        </Button>
      </div>
      <ArrangeGrid blocks={blocks} boxes={boxes} onMove={(key, box) => setBoxes(moved(boxes, key, box))} />
      {blocks
        .filter(({ block }) => block === "plan")
        .map((plan) => (
          <ArrangePlan
            key={keyOf(plan)}
            file={plan.source ?? ""}
            pins={blocks.filter(({ on }) => on === plan.source)}
            points={points}
            onMove={(key, point) => setPoints(new Map(points).set(key, onPlan(point)))}
          />
        ))}
      {several ? <WhichDraft drafts={several} onClose={() => setSeveral(undefined)} onChosen={save} /> : null}
      <UnsavedGuard dirty={dirty && !busy} />
    </div>
  );
}

function placesOf(blocks: readonly Block[]): { boxes: Map<string, Box>; points: Map<string, Point> } {
  const boxes = new Map<string, Box>();
  const points = new Map<string, Point>();
  for (const block of blocks) {
    if (block.box) boxes.set(keyOf(block), block.box);
    else points.set(keyOf(block), { x: block.x ?? 0, y: block.y ?? 0 });
  }
  return { boxes, points };
}

function placedOf(
  { blocks, id }: PageLook,
  boxes: ReadonlyMap<string, Box>,
  points: ReadonlyMap<string, Point>,
): Placed[] {
  return blocks.flatMap((block) => {
    const place = boxes.get(keyOf(block)) ?? points.get(keyOf(block));
    return place ? [{ page: id, block, place }] : [];
  });
}
