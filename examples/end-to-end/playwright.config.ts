import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.../../node_modules/.cache/end-to-end',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  use: {
    // A Chromium of the system. Without this line Playwright starts the browser of `npx playwright install`.
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] },
  },
});
