/** Chooses a picture of a plan and sends it. */

import { planUpload } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { pagesTexts } from "../../../texts/index.ts";
import { usePlanActions } from "../api/pages.ts";

const texts = pagesTexts.plans;

/** `name`: it is kept under this one, which must have the ending of the file. */
export function PlanUpload({ name }: { name?: string }) {
  const { upload } = usePlanActions();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const ending = name?.slice(name.lastIndexOf(".")).toLowerCase();

  async function send(file: File): Promise<void> {
    if (ending !== undefined && !file.name.toLowerCase().endsWith(ending)) {
      notice.error(texts.wrongName(name ?? ""));
      return;
    }
    setBusy(true);
    try {
      const kept = name === undefined ? file : new File([file], name, { type: file.type });
      const { file: saved, removed } = await upload(kept);
      if (removed.length === 0) notice.success(texts.saved(saved));
      else notice.warning(texts.saved(saved), { detail: texts.cleaned(removed.join(", ")) });
    } catch (error) {
      notice.apiError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <May call={planUpload}>
      <input
        ref={input}
        type="file"
        hidden
        accept={ending ?? ".svg,.png,.jpg"}
        aria-label={texts.choose}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void send(file);
          // The same file, changed meanwhile, must be a change again.
          currentTarget.value = "";
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        loading={busy}
        onClick={() => input.current?.click()}
      >
        {texts.choose}
      </Button>
    </May>
  );
}
