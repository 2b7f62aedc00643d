/** Servers that scripts may send requests to. */
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { notice } from "../../../lib/notice.tsx";
import { scriptsTexts } from "../../../texts/index.ts";
import { useHosts, useScriptActions } from "../api/scripts.ts";
import classes from "./scripts.module.css";

const texts = scriptsTexts.hosts;

export function HostsBox() {
  const query = useHosts();
  return (
    <InfoBox title={texts.box} flush>
      <QueryState query={query} loading={<LoadingState shape="lines" />}>
        {({ data, etag }) => <HostsForm key={etag} hosts={data.hosts} etag={etag} />}
      </QueryState>
    </InfoBox>
  );
}

function HostsForm({ etag, hosts }: { hosts: readonly string[]; etag: string | undefined }) {
  const stored = hosts.join("\n");
  const [text, setText] = useState(stored);
  const [pending, setPending] = useState(false);
  const { saveHosts } = useScriptActions();
  async function save(): Promise<void> {
    setPending(true);
    const lines = text.split("\n").map((line) => line.trim());
    try {
      await saveHosts(
        lines.filter((line) => line !== ""),
        etag,
      );
      notice.success(texts.saved);
    } catch (error) {
      notice.apiError(error);
    } finally {
      setPending(false);
    }
  }
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className={classes["intro"]}>{texts.text}</p>
      <Textarea
        label={texts.label}
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={pending} disabled={text === stored}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
