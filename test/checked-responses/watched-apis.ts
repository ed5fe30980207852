/**
 * Compares every response of the public API and of the control API with its document. Vitest runs a setup file before each
 * test file, but loads this file and the emulator once for all test files of a process.
 */

import { PublicApi } from '@messaging-service/emulator/core';
import { ControlApi } from '@messaging-service/server/core';
import { inject } from 'vitest';
import { type CheckedResponse, ResponseChecker } from './response-checker.ts';

/** Responses that differ from their document, since they were last read. */
export const mismatches: string[] = [];

/** Compiling the schemas takes long, so that they are compiled when a response needs them. */
const checkers = new Map<'openapi' | 'controlApi', ResponseChecker>();

function check(
  document: 'openapi' | 'controlApi',
  answer: CheckedResponse,
  statuses?: Readonly<Partial<Record<string, number>>>,
): void {
  const checker = checkers.get(document) ?? new ResponseChecker(inject(document));
  checkers.set(document, checker);
  const mismatch = checker.check(answer, statuses);
  if (mismatch !== undefined) mismatches.push(mismatch);
}

const { respond } = PublicApi.prototype;
PublicApi.prototype.respond = function (request, fault) {
  const response = respond.call(this, request, fault);
  check('openapi', { method: request.method, url: request.target.url, ...response }, this.options.statuses);
  return response;
};

const { handle } = ControlApi.prototype;
ControlApi.prototype.handle = async function (request) {
  const reply = await handle.call(this, request);
  if (!('body' in reply) || reply.headers['content-type'] !== 'application/json') return reply;
  const below = request.target.path;
  const url = below.replace(/^\/sandboxes\/[^/]+(?=\/)/, '');
  // A call below a sandbox that does not exist is refused like a call of the sandbox.
  if (url === below || reply.status !== 404)
    check('controlApi', { method: request.method, url, status: reply.status, body: reply.body });
  return reply;
};
