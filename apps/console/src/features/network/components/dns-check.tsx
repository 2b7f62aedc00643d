/** Asks the name servers of an adapter, and shows what each answered. */
import { ipv4OrEmpty } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { keepFocus } from "../../../components/edit-form.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { networkTexts } from "../../../texts/index.ts";
import { type DnsResult, useDnsTest } from "../api/checks.ts";
import classes from "./network.module.css";

const texts = networkTexts.dns;
const address = ipv4OrEmpty();

/** `servers`: as they stand in the form, or as DHCP gave them. */
export function DnsCheck({ servers }: { servers: readonly string[] }) {
  const check = useDnsTest();
  const ready = servers.length > 0 && servers.every((server) => address.safeParse(server).success);
  return (
    <>
      <div className={classes["pair"]}>
        <Button
          variant="default"
          size="xs"
          disabled={!ready}
          loading={check.isPending}
          onMouseDown={keepFocus}
          onClick={() => check.mutate([...servers], { onError: (error) => notice.apiError(error) })}
        >
          {texts.button}
        </Button>
        {servers.length === 0 ? <span className={classes["text"]}>{texts.none}</span> : null}
      </div>
      <div className={classes["answers"]} aria-live="polite">
        {check.data === undefined ? null : (
          <ul className={classes["results"]} aria-label={texts.results}>
            {check.data.results.map((result) => (
              <Result key={result.server} {...result} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Result({ server, reachable, addresses, time, message }: DnsResult) {
  return (
    <li className={classes["result"]}>
      <span className={classes["mono"]}>{server}</span>
      <StatusBadge tone={reachable ? "ok" : "error"}>{reachable ? texts.fine : texts.failed}</StatusBadge>
      {time === undefined ? null : <span>{texts.time(time)}</span>}
      {addresses.length === 0 ? null : <span className={classes["detail"]}>{texts.resolved(addresses)}</span>}
      {message === undefined ? null : <span className={classes["detail"]}>{message}</span>}
    </li>
  );
}
