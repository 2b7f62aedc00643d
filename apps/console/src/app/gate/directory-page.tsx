/**
 * Signing in by a directory service: leads there, and takes up what comes back. What ties both together is kept by this tab
 * alone, so that nobody can be signed in with what somebody else began.
 */
import { OIDC_PATH, oidcBegin, oidcFinish } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callApi } from "../../api/client.ts";
import { ApiError } from "../../lib/errors.ts";
import { leavePage } from "../../lib/leave-page.ts";
import { tokenStore } from "../../session/token-store.ts";
import { oidcTexts, sessionTexts } from "../../texts/index.ts";
import classes from "./front-page.module.css";
import { FrontPage } from "./front-page.tsx";

const texts = oidcTexts.page;
const BINDING = "hubwart.directory";

export default function DirectoryPage() {
  const [query] = useState(() => globalThis.location.search.slice(1));
  const back = new URLSearchParams(query).has("state");
  // What it brought is good once; it has no business in the history.
  useEffect(() => globalThis.history.replaceState(null, "", OIDC_PATH), []);
  const { error } = useQuery({
    queryKey: ["directory", query],
    queryFn: () => (back ? finish(query) : begin()),
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <FrontPage title={texts.title}>
      {error ? (
        <>
          <p role="alert">{failureOf(error)}</p>
          <div className={classes["form"]}>
            <Button onClick={() => leavePage(OIDC_PATH)}>{texts.again}</Button>
            <Button variant="default" onClick={() => leavePage("/")}>
              {texts.back}
            </Button>
          </div>
        </>
      ) : (
        <p>{back ? texts.checking : texts.going}</p>
      )}
    </FrontPage>
  );
}

async function begin(): Promise<true> {
  const { binding, url } = await callApi(oidcBegin, { body: {} });
  sessionStorage.setItem(BINDING, binding);
  leavePage(url);
  return true;
}

async function finish(query: string): Promise<true> {
  const binding = sessionStorage.getItem(BINDING) ?? "-";
  sessionStorage.removeItem(BINDING);
  const { token } = await callApi(oidcFinish, { body: { binding, query } });
  tokenStore.store(token);
  leavePage("/");
  return true;
}

function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return sessionTexts.login.noAnswer;
  return error.detail || texts.failed(error.code);
}
