/** Keeps an arranged page as a step of a draft: the running project stays as it is until the draft is published. */
import { type DraftOperation, draftRead, draftSteps, pageList } from "@hubwart/contract";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { newId } from "../../../lib/new-id.ts";
import { pagesTexts } from "../../../texts/index.ts";
import { arrangeOps, type Placed } from "../model/draft-ops.ts";
import { type PageLook, pageQuery } from "./pages.ts";

const texts = pagesTexts.arrange;
/** ms; a draft of many rows is read as a whole. */
const READ_TIMEOUT = 120_000;
/** Others who edit at the same time. */
const TRIES = 3;

/** False where others were faster each time. */
export async function saveArranged(draft: string, page: string, placed: readonly Placed[]): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const params = { id: draft };
    const { document, draft: head } = await callApi(draftRead, { params, query: {}, timeout: READ_TIMEOUT });
    if (!document) return false;
    const ops: DraftOperation[] = arrangeOps(document, placed, newId);
    if (ops.length === 0) return true;
    const { done } = await callApi(draftSteps, {
      params,
      body: { after: head.seq, steps: [{ key: newId(), label: texts.step(page).slice(0, 200), ops }] },
    });
    if (done.length > 0) return true;
  }
  return false;
}

/** Of pages that were made from areas all the others too: with the first row of the table they are made no more. */
export async function withOthers(
  client: QueryClient,
  look: PageLook,
  placed: readonly Placed[],
): Promise<Placed[]> {
  if (!look.generated) return [...placed];
  const { pages } = await callApi(pageList);
  const others: Placed[] = [];
  for (const { id } of pages) {
    if (id === look.id) continue;
    const { blocks } = await client.ensureQueryData(pageQuery(id));
    for (const block of blocks) if (block.box) others.push({ page: id, block, place: block.box });
  }
  return [...placed, ...others];
}
