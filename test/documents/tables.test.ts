import { readFileSync } from 'node:fs';
import { ERRORS, type ErrorCode } from '@messaging-service/contract';
import * as sdk from '@messaging-service/sdk';
import { createMockMessagingClient, refuse } from '@messaging-service/sdk/testing';
import { expect, test } from 'vitest';
import { CONTROL_ROUTES } from '../../packages/emulator/src/http/control/routes.ts';
import { root } from '../../tools/source-paths.ts';

const errors = readFileSync(`${root}docs/guides/errors.md`, 'utf8');
const endToEnd = readFileSync(`${root}docs/guides/end-to-end.md`, 'utf8');

const rowsOf = (guide: string) => guide.split('\n').filter((line) => line.startsWith('| `'));

test.each(Object.keys(ERRORS) as ErrorCode[])(
  'the guide to errors lists %s with its status and class',
  async (code) => {
    const row = rowsOf(errors).find((line) => line.split('|')[1]?.includes(`\`${code}\``));
    const client = createMockMessagingClient();
    client.on('batches.listPending', refuse(code));
    const error: unknown = await client.batches.listPending().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(sdk.ApiError);
    const { status, name } = error as sdk.ApiError;
    expect(row).toMatch(`| ${status} | \`${name}\` |`);
  },
);

test('the guide to errors has instructions for every class', () => {
  const classes = Object.entries(sdk)
    .filter(([, value]) => Object.prototype.isPrototypeOf.call(sdk.MessagingError, value))
    .map(([name]) => name);
  expect(classes).toContain('ReceiptsTimeoutError');
  const told = rowsOf(errors).map((line) => /^\| `(\w+)`/.exec(line)?.[1]);
  expect(classes.filter((name) => !told.includes(name))).toEqual([]);
});

test('the guide to end-to-end tests lists exactly the calls of the control API', () => {
  const [, afterHeading = ''] = endToEnd.split('| call | what it does |');
  const [table = ''] = afterHeading.split('\n\n', 1);
  const listed = [...table.matchAll(/`(GET|POST|PUT|DELETE) (\/[^`?\s]*)/g)]
    .map(([, method, path = '']) => `${method} ${path.replace(/\{\w+\}/, '{id}')}`)
    .filter((call) => !call.includes('/sandboxes') && call !== 'GET /events');
  const routes = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(listed.toSorted()).toEqual(routes.toSorted());
});
