#!/usr/bin/env node
// npm links a command only if its file exists at install time, and dist/ does not exist yet in a fresh clone.
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli.js', import.meta.url);

if (existsSync(cli)) {
  await import(cli.href);
} else {
  process.stderr.write('messaging-conformance is not built yet: run `npm run build` first.\n');
  // 0 to 2 are verdicts on the service.
  process.exitCode = 3;
}
