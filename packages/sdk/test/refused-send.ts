import { inspect } from 'node:util';
import { ApiError } from '@messaging-service/sdk';
import { expect } from 'vitest';
import { createFullClient, failureOf, message } from './samples.ts';
import type { ScriptedService } from './scripted-service.ts';

/** Sends a message to a service that refuses it, and returns the error. */
export async function failure(
  service: ScriptedService,
  status: number,
  body: string | Buffer,
): Promise<ApiError> {
  service.script((response) => response.writeHead(status).end(body));
  const client = createFullClient(service.url, { retry: false });
  const error = await failureOf(client.messages.sendOne(message));
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

/** Expects an error to have the whole body, and to show a short and harmless part of it. */
export function expectKeptWhole(error: ApiError, body: Buffer): void {
  expect(error.body).toBe(body.toString());
  expect(error.message.length).toBeLessThan(700);
  expect(error.message.isWellFormed()).toBe(true);
  expect(error.message).toMatch(/^\P{Cc}*$/u);
  expect(JSON.stringify(error).length).toBeLessThan(20_000);
  expect(inspect(error).length).toBeLessThan(20_000);
}
