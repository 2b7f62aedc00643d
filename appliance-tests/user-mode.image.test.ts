/** The image as a machine sees it after its boot loader, at a speed at which it can be tried often (support/user-mode-device.ts). */
import { describe } from "vitest";
import { Journey } from "./support/journey.ts";
import { UserModeDevice, userModeModules, userModePlace } from "./support/user-mode-device.ts";

describe("the image, started by Linux as a process", () => {
  void new Journey({
    name: "image-figures",
    place: userModePlace,
    make: (folder, options) => UserModeDevice.make(folder, options),
    more: userModeModules,
  });
});
