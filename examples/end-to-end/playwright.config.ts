import { defineConfig } from '@playwright/test';

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  // An installed browser. Without CHROMIUM_PATH, Playwright uses the one of `npx playwright install`.
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '' } },
});
