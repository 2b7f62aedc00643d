/** Following and reading, and the page one has turned to in the address. */
import { LIMITS } from "@hubwart/contract";
import { type Dispatch, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { useAddressed } from "../../../lib/use-view.ts";
import { FOLLOWING, type FollowEvent, type FollowState, followed, pageOf } from "../model/follow.ts";
import { beginOf, nameOf, PAGE } from "../model/place.ts";
import type { LogRow } from "../model/rows.ts";

export interface Followed {
  state: FollowState;
  dispatch: Dispatch<FollowEvent>;
  turn: (page: number) => void;
}

/** `complete`: `rows` has all there is. `at`: whoever came for a line sees its page, unless he has turned to another. */
export function useFollowed(rows: readonly LogRow[], complete: boolean, at: number | undefined): Followed {
  const [state, dispatch] = useReducer(followed, FOLLOWING);
  const [page, setPage] = useAddressed(PAGE);
  const returned = useRef(false);
  useLayoutEffect(() => {
    if (!complete || returned.current) return;
    returned.current = true;
    const begin = page === "" ? -1 : beginOf(rows, page);
    if (begin >= 0) dispatch({ did: "returned", begin, rows });
    else if (page !== "") setPage("");
  }, [complete, page, rows, setPage]);
  useMarked(rows, page === "" ? at : undefined, dispatch);

  const following = state.frozen === undefined;
  const before = useRef(following);
  useEffect(() => {
    if (following && !before.current) setPage("");
    before.current = following;
  }, [following, setPage]);

  const turn = useCallback(
    (to: number) => {
      const next = followed(state, { did: "turned", page: to, rows });
      const seen = next.frozen ?? rows;
      const [first] = pageOf(seen, next.page);
      dispatch({ did: "turned", page: to, rows });
      if (first) setPage(nameOf(seen, first));
    },
    [state, rows, setPage],
  );
  return { state, dispatch, turn };
}

/** The page of the first line from `at` on is turned to once, as soon as there are lines. */
function useMarked(rows: readonly LogRow[], at: number | undefined, dispatch: Dispatch<FollowEvent>): void {
  const place = at === undefined ? -1 : rows.findIndex(({ ts }) => ts >= at);
  const turned = useRef(false);
  useEffect(() => {
    if (place < 0 || turned.current) return;
    turned.current = true;
    dispatch({ did: "turned", page: Math.floor(place / LIMITS.logPage) + 1, rows });
  });
}
