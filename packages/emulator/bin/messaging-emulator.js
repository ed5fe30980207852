#!/usr/bin/env node
// npm links a command only if its file exists at install time, and dist/ does not exist yet in a fresh clone.
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli.js', import.meta.url);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `messaging-emulator requires Node 22.12 or later; this is ${process.versions.node}. Use another Node, also in the configuration of a program that starts it.\n`,
  );
  process.exitCode = 1;
} else if (existsSync(cli)) {
  await import(cli.href);
} else {
  process.stderr.write('messaging-emulator is not built yet: run `npm run build` first.\n');
  process.exitCode = 1;
}
