/** Retained values and recorded days: what is kept, for download, put back, and handed on. */

import { lakeExport } from "@hubwart/contract";
import { PageFrame } from "../../../components/page-frame.tsx";
import { May } from "../../../rights/may.tsx";
import { storesTexts } from "../../../texts/index.ts";
import { ExportBox } from "../components/export-box.tsx";
import { RecordingBox } from "../components/recording-box.tsx";
import { StoreBox } from "../components/store-box.tsx";

export function StoresPage() {
  return (
    <PageFrame title={storesTexts.title}>
      <StoreBox store="pool" />
      <StoreBox store="lake" />
      <RecordingBox />
      <May call={lakeExport}>
        <ExportBox />
      </May>
    </PageFrame>
  );
}
