/** Tokens with which programs reach the device, and the door for those with a language model. */
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { machineTokensTexts as texts } from "../../../texts/index.ts";
import { McpBox } from "../components/mcp-box.tsx";
import { TokensBox } from "../components/tokens-box.tsx";

export function TokensPage() {
  return (
    <PageFrame title={texts.title}>
      <div className={layout["stack"]}>
        <p className={layout["intro"]}>{texts.text}</p>
        <TokensBox />
        <McpBox />
      </div>
    </PageFrame>
  );
}
