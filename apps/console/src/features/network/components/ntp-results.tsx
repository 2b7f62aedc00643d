/** What each time server answered. */
import { StatusBadge } from "../../../components/status-badge.tsx";
import { networkTexts } from "../../../texts/index.ts";
import type { NtpResult } from "../api/checks.ts";
import { offsetText } from "../model/offset.ts";
import classes from "./network.module.css";

const texts = networkTexts.ntp;

export function NtpResults({ results }: { results: readonly NtpResult[] | undefined }) {
  return (
    <div aria-live="polite">
      {results === undefined ? null : (
        <ul className={classes["results"]} aria-label={texts.results}>
          {results.map((result) => (
            <li className={classes["result"]} key={result.server}>
              <strong>{result.server}</strong>
              <StatusBadge tone={result.reachable ? "ok" : "error"}>
                {result.reachable ? texts.reachable : texts.unreachable}
              </StatusBadge>
              <Details {...result} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Details({ offset, delay, message }: NtpResult) {
  return (
    <>
      {offset === undefined ? null : (
        <span className={classes["detail"]}>
          {texts.offset}: {offsetText(offset)}
        </span>
      )}
      {delay === undefined ? null : (
        <span className={classes["detail"]}>
          {texts.delay}: {texts.ms(delay)}
        </span>
      )}
      {message === undefined ? null : <span className={classes["detail"]}>{message}</span>}
    </>
  );
}
