import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileDocExamples } from '../../../test/doc-examples.ts';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));

/** What examples take as given, since readers have their own. */
const GIVEN = `
import type { DedupeStore, WebhookActions, WebhookHandler } from '@messaging-service/webhooks';
import type { Express } from 'express';
import type { FastifyInstance } from 'fastify';
import type Koa from 'koa';
declare global {
  const secret: string, secrets: string, body: string, headers: Headers, url: string;
  const request: Request, payload: object, on: WebhookActions, dedupe: DedupeStore, handler: WebhookHandler;
  const express: typeof import('express'), app: Express, fastify: FastifyInstance;
  const router: { post(path: string, middleware: Koa.Middleware): void };
  function reply(to: number, text: string): void;
  function markDelivered(messageUuid: string, delivered: boolean): Promise<void>;
  function saveReply(from: number, text: string): Promise<void>;
}
`;

test('every example in a doc comment compiles', { timeout: 60_000 }, () => {
  const { count, faults } = compileDocExamples(packageFolder, GIVEN);
  expect(count).toBeGreaterThan(12);
  expect(faults).toEqual([]);
});
