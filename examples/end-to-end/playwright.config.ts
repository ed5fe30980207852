import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Uses the Chromium of the system if there is one. Otherwise run `npx playwright install chromium` first.
const chromium = '/usr/bin/chromium';
const launchOptions = existsSync(chromium)
  ? { executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] }
  : {};

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  use: { launchOptions },
});
