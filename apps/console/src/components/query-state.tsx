/**
 * The three states of every list in one place. Data that is already there stays on the screen while it is renewed,
 * and also when that fails; a line above it then says so.
 *
 *     <QueryState query={versions} empty={(data) => data.versions.length === 0}>
 *       {(data) => <VersionTable versions={data.versions} />}
 *     </QueryState>
 */
import { CODES } from "@hubwart/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../lib/errors.ts";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { LoadingState } from "./loading-state.tsx";
import { ReloadFailed } from "./reload-failed.tsx";

export interface QueryStateProps<T> {
  query: Pick<UseQueryResult<T>, "data" | "error" | "refetch">;
  children: (data: T) => ReactNode;
  /** Whether there is nothing to show. */
  empty?: (data: T) => boolean;
  emptyState?: EmptyStateProps;
  /** What there is to say where the appliance does not know the thing; trying again would not help. */
  missing?: EmptyStateProps;
  /** Instead of grey lines. */
  loading?: ReactNode;
}

export function QueryState<T>({ query, children, empty, emptyState, missing, loading }: QueryStateProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return (
      <>
        {error ? <ReloadFailed error={error} onRetry={refetch} /> : null}
        {empty?.(data) ? <EmptyState {...emptyState} /> : children(data)}
      </>
    );
  }
  if (missing && error instanceof ApiError && error.code === CODES.notFound)
    return <EmptyState {...missing} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : (loading ?? <LoadingState />);
}
