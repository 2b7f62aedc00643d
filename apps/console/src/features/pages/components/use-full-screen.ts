/** Nothing but the page: the browser's full screen where there is one, and without the frame of the console in any case. */
import { useEffect, useState } from "react";

export function useFullScreen(): { on: boolean; toggle: () => void } {
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!on) return;
    document.documentElement.dataset["bare"] = "true";
    // Whoever leaves it by the browser's own key leaves this too.
    const left = () => {
      if (!document.fullscreenElement) setOn(false);
    };
    document.addEventListener("fullscreenchange", left);
    return () => {
      document.removeEventListener("fullscreenchange", left);
      delete document.documentElement.dataset["bare"];
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [on]);
  return {
    on,
    toggle: () => {
      setOn(!on);
      // A phone may have none: the frame goes all the same.
      if (!on) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    },
  };
}
