/** Tokens with which programs reach the device, and the door for those with a language model. */
import { PageFrame } from "../../../components/page-frame.tsx";
import { machineTokensTexts as texts } from "../../../texts/index.ts";
import { McpBox } from "../components/mcp-box.tsx";
import classes from "../components/tokens.module.css";
import { TokensBox } from "../components/tokens-box.tsx";

export function TokensPage() {
  return (
    <PageFrame title={texts.title}>
      <div className={classes["stack"]}>
        <p className={classes["intro"]}>{texts.text}</p>
        <TokensBox />
        <McpBox />
      </div>
    </PageFrame>
  );
}
