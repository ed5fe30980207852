import { type ConformanceTarget, checkConformance } from '@messaging-service/conformance';
import { UNKNOWN_UUID } from '@messaging-service/conformance/core';
import { describe, expect, test } from 'vitest';
import { behind, type Call, callOf, withoutDryRun } from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';

const isJson = (text: string) => {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
};

/** Why a request cannot send, cost or leave anything behind; undefined for one that can. */
function harmlessBecause({ operation, query, body, url }: Call): string | undefined {
  const [method = '', path = ''] = operation.split(' ');
  if (method === 'GET') return 'it reads';
  if (path === '/message' || path === '/batch') {
    if (query.get('isDryrun') === 'true' && query.get('dryRun') === 'true') return 'it is a dry run';
    if (method === 'POST' && !isJson(body)) return 'its body is not JSON';
    if (method === 'PUT') return 'the path does not take its method';
  }
  if (url.includes(UNKNOWN_UUID) || url.includes('not-a-uuid')) return 'its account does not exist';
  if (path === '/topup' && body.includes(UNKNOWN_UUID)) return 'its account does not exist';
  if (method === 'PATCH' && body === '{}') return 'it changes nothing';
  return undefined;
}

/** Runs everything without permission to send, and returns each request that reached the service. */
async function requestsOf(
  target: ConformanceTarget,
  fetch?: (url: string, init: RequestInit) => Promise<Response>,
) {
  const calls: Call[] = [];
  const pass = fetch ?? ((url, init) => (target.fetch as typeof globalThis.fetch)(url, init));
  const watched = behind(target, (url, init) => {
    calls.push(callOf(url, init));
    return pass(url, init);
  });
  const report = await checkConformance({ ...watched, dryRunOnly: undefined });
  return { calls, report };
}

describe('without permission to send', () => {
  test('every request reads, is a dry run, or must be refused', async () => {
    const { target } = emulatedTarget();
    const { calls } = await requestsOf(target);
    const dangerous = calls.filter((call) => harmlessBecause(call) === undefined);
    expect(dangerous.map(({ operation, body }) => `${operation} ${body}`)).toEqual([]);
    expect(calls.length).toBeGreaterThan(50);
  });

  test('the first dry run follows a check of the pending batches, and is a week ahead', async () => {
    const { target, emulator } = emulatedTarget();
    const { calls } = await requestsOf(target);
    const first = calls.findIndex(({ query }) => query.has('isDryrun'));
    expect(calls.slice(0, first).map(({ operation }) => operation)).toContain('GET /batch');
    const { messages } = JSON.parse(calls[first]?.body ?? '') as { messages: { send_at: string }[] };
    const days = (Date.parse(messages[0]?.send_at ?? '') - emulator.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  test('with a service that ignores dry runs, one message is queued, it is cancelled, and no other dry run follows', async () => {
    const { target, emulator } = emulatedTarget();
    const { calls, report } = await requestsOf(target, (url, init) => target.fetch(withoutDryRun(url), init));
    expect(calls.filter(({ query }) => query.has('isDryrun'))).toHaveLength(1);
    expect(calls.filter(({ operation }) => operation.startsWith('DELETE /batch'))).toHaveLength(1);
    expect(emulator.messages()).toEqual([]);
    const { detail } = report.clauses.find(({ id }) => id === 'dry-run.queues-nothing') ?? {};
    expect(detail).toMatch(/^a dry run queued [\da-f-]{36};/);
  });

  test('a service whose pending batches cannot be listed after the first dry run gets no other', async () => {
    const { target } = emulatedTarget();
    let hasRun = false;
    const { calls } = await requestsOf(target, async (url, init) => {
      const { operation, query } = callOf(url, init);
      if (hasRun && operation === 'GET /batch') return new Response('', { status: 503 });
      hasRun ||= query.has('isDryrun');
      return target.fetch(url, init);
    });
    expect(calls.filter(({ query }) => query.has('isDryrun'))).toHaveLength(1);
  });

  test('a service that queues a later dry run gets no other after it', async () => {
    const { target, emulator } = emulatedTarget();
    const isImmediate = ({ body }: Call) => /"send_at":"2026-03-01T0[89]:0[0-4]/.test(body);
    const { calls, report } = await requestsOf(target, (url, init) =>
      target.fetch(isImmediate(callOf(url, init)) ? withoutDryRun(url) : url, init),
    );
    const dryRuns = calls.filter(({ query }) => query.has('isDryrun'));
    expect(dryRuns.findIndex(isImmediate)).toBe(dryRuns.length - 1);
    expect(emulator.messages()).toHaveLength(2);
    const failed = report.clauses.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(['add-message.sent-immediately']);
    // Messages that are sent immediately can no longer be cancelled.
    expect(failed[0]?.detail).toMatch(/^a dry run queued (\S+, \S+); not cancelled: \1;/);
    const { detail } = report.clauses.find(({ id }) => id === 'add-message.echoes') ?? {};
    expect(detail).toBe('dry runs are not safe with this service: one of them queued a message');
  });

  test('nothing happens on the clock, the handset or the receiver of the target', async () => {
    const { target } = emulatedTarget();
    const used: string[] = [];
    await requestsOf({
      ...target,
      advance: async () => void used.push('clock'),
      writeFromHandset: () => void used.push('handset'),
      receiveWebhooks: () => {
        used.push('receiver');
        return target.receiveWebhooks();
      },
    });
    expect(used).toEqual([]);
  });

  test('which is the default, nothing is sent, held or changed', async () => {
    const { target, emulator } = emulatedTarget();
    const before = emulator.snapshot().state;
    const { clauses } = await checkConformance({ ...target, dryRunOnly: undefined });
    expect(clauses.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(clauses.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(30);
    expect(emulator.snapshot().state).toEqual(before);
  });
});

test('with permission to send, everything that was queued ahead is cancelled, and every account that was created is deactivated', async () => {
  const { target, emulator } = emulatedTarget();
  await checkConformance(target);
  const response = await emulator.fetch(`${emulator.baseUrl}/account?key=${emulator.organization.apiKey}`);
  const { accounts } = (await response.json()) as { accounts: { deleted: boolean }[] };
  expect(accounts.length).toBeGreaterThan(5);
  expect(accounts.filter(({ deleted }) => !deleted)).toHaveLength(1);
  const later = emulator.messages().filter(({ state }) => state === 'scheduled');
  expect(later).toEqual([]);
});
