import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { beforeAll, expect, test } from 'vitest';
import { FOLLOW, ROOT, START } from './application.ts';
import { EXPRESSIONS, PROGRAM } from './odd-values.ts';

/** What each expression has evaluated to, or the error that it has thrown. */
type Outcomes = Readonly<Record<string, string>>;

let inNode: Outcomes = {};
let following: Outcomes = {};

beforeAll(async () => {
  const emulator = createEmulator({ now: START });
  const server = await listen(emulator);
  [inNode, following] = await Promise.all([
    evaluate([], {}),
    evaluate(FOLLOW, { MESSAGING_EMULATOR_URL: server.url }),
  ]);
  await server.close();
  emulator.close();
});

async function evaluate(
  preload: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcomes> {
  const child = spawn(
    process.execPath,
    [...preload, '--no-warnings', '--input-type=module', '--eval', PROGRAM],
    {
      cwd: ROOT,
      env: { ...process.env, TZ: 'Europe/Berlin', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdin.end(JSON.stringify(EXPRESSIONS));
  return JSON.parse(await text(child.stdout)) as Outcomes;
}

test.each(EXPRESSIONS)(
  '%s has the same outcome in Node and in a program that follows (EMU-17)',
  (expression) => {
    expect(inNode).toHaveProperty([expression], expect.any(String));
    expect(following[expression]).toBe(inNode[expression]);
  },
);
