import { existsSync } from 'node:fs';

/** The headless shell is the same engine without the interface of a browser: a page costs a third of the CPU time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of the system for tests. Debian has it as the package `chromium-headless-shell` or `chromium`. */
export const CHROMIUM = PROGRAMS.find((program) => existsSync(program)) ?? '/usr/bin/chromium';

/** Whether this machine has the browser. */
export const hasChromium: boolean = existsSync(CHROMIUM);
