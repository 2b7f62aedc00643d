/** A running test of network settings: how long it still takes, where to confirm it, and its buttons. */
import { CODES } from "@hubwart/contract";
import { Button, Progress } from "@mantine/core";
import { IconPlugConnected, IconPlugConnectedX } from "@tabler/icons-react";
import { useState } from "react";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { useNow } from "../../../lib/use-now.ts";
import { networkTexts } from "../../../texts/index.ts";
import type { TestRun } from "../api/network-test.ts";
import { describeAdapter } from "../model/adapters.ts";
import { consoleAt, isHere } from "../model/new-address.ts";
import type { NetworkTest } from "../model/use-network-test.ts";
import { GoThere } from "./go-there.tsx";
import classes from "./network.module.css";

const texts = networkTexts.test;
const MESSAGES = {
  [CODES.confirmElsewhere]: texts.confirmElsewhere,
  [CODES.testOver]: texts.over,
};

export function TestPanel({ test, run }: { test: NetworkTest; run: TestRun }) {
  const left = Math.max(0, Math.ceil((test.endsAt - useNow(1_000)) / 1_000));
  const here = isHere(run.addresses);
  const mustGo = run.sign_in && !here;
  return (
    <InfoBox
      title={texts.running}
      icon={test.away ? IconPlugConnectedX : IconPlugConnected}
      status={<StatusBadge tone="warn">{texts.badge(left)}</StatusBadge>}
      footer={<Buttons test={test} known={run.id !== ""} />}
    >
      <div className={classes["dialog"]}>
        <Progress
          value={(left / run.seconds) * 100}
          color="petrol"
          aria-label={texts.remaining}
          transitionDuration={0}
        />
        <div>
          <p>{left > 0 ? texts.back(left) : texts.now}</p>
          <output>{test.away ? texts.away : null}</output>
        </div>
        {run.sign_in ? <p>{here ? texts.here : texts.signIn}</p> : null}
        <Addresses addresses={run.addresses} />
        {mustGo && test.own && run.addresses[0] !== undefined && left > 0 ? (
          <GoThere address={run.addresses[0]} />
        ) : null}
        <InfoList
          items={run.interfaces.map((adapter) => ({
            label: adapter.device,
            value: describeAdapter(adapter),
          }))}
        />
      </div>
    </InfoBox>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return <p className={classes["text"]}>{texts.noAddresses}</p>;
  return (
    <ul className={classes["links"]} aria-label={texts.addresses}>
      {addresses.map((address) => (
        <li key={address}>
          <a href={consoleAt(address)}>{address}</a>
        </li>
      ))}
    </ul>
  );
}

/** `known`: the appliance named the test. */
function Buttons({ test, known }: { test: NetworkTest; known: boolean }) {
  const [pending, setPending] = useState<"confirm" | "cancel">();
  async function act(name: "confirm" | "cancel"): Promise<void> {
    setPending(name);
    try {
      await test[name]();
    } catch (error) {
      notice.apiError(error, MESSAGES, error instanceof ApiError ? { detail: error.detail } : {});
    } finally {
      setPending(undefined);
    }
  }
  return (
    <>
      <Button
        loading={pending === "confirm"}
        disabled={!known || test.away || pending !== undefined}
        onClick={() => void act("confirm")}
      >
        {texts.confirm}
      </Button>
      <Button
        variant="default"
        loading={pending === "cancel"}
        disabled={!known || test.away || pending !== undefined}
        onClick={() => void act("cancel")}
      >
        {texts.cancel}
      </Button>
    </>
  );
}
