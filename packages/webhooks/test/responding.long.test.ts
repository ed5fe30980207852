import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SCRIPT = fileURLToPath(new URL('./responding-process.ts', import.meta.url));

const NOT_SENT = 'response_not_sent';
/** What a framework reports in each situation. The number is the status of the next request. */
const EXPECTED: readonly (readonly [situation: string, status: number, ...reports: string[]])[] = [
  ['a time-out middleware responds during the action', 200, NOT_SENT],
  ['a time-out middleware responds, and then the action throws', 200, 'late', NOT_SENT],
  ['something sends the head during the action', 200, NOT_SENT],
  ['something responds before the handler', 200, NOT_SENT],
  ['the client leaves before the response', 200, NOT_SENT],
  ['the client leaves, and then the action throws', 200, 'late', NOT_SENT],
  ['the socket is destroyed', 200, NOT_SENT],
  ['the response is destroyed', 200, NOT_SENT],
  ['the client leaves in the middle of its request', 200, 'invalid_body', NOT_SENT],
  ['the client resets the connection in the middle of its request', 200, 'invalid_body', NOT_SENT],
];

/** Fastify reads the body itself, and calls no route after a response, so the handler learns nothing of these. */
const UNREACHED = [
  'something responds before the handler',
  'the client leaves in the middle of its request',
  'the client resets the connection in the middle of its request',
];

test.each(["Node's http", 'Express 4', 'Express 5', 'Koa', 'Fastify'])(
  '%s: a response that is no longer that of the webhook is not written, and is reported (WHK-2)',
  { timeout: 60_000 },
  async (framework) => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', './tools/source-resolution.ts', SCRIPT, framework],
      { cwd: ROOT, timeout: 50_000 },
    );
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      EXPECTED.map(([situation, status, ...reports]) =>
        framework === 'Fastify' && UNREACHED.includes(situation)
          ? [situation, status]
          : [situation, status, ...reports],
      ),
    );
    expect(stderr).toBe('');
  },
);
