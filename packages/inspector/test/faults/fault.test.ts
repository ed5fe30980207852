import { endpoints } from '@messaging-service/contract';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FaultView } from '../../src/api/types.ts';
import { describeFault, faultOf, OPERATION_NAMES } from '../../src/faults/fault.ts';

describe('a fault as a sentence', () => {
  test.each<[Omit<FaultView, 'id' | 'hits'>, string]>([
    [{ status: 503, left: 1 }, 'Next call fails with 503: 1 call left'],
    [{ disconnect: true, times: 2, left: 2 }, 'Next 2 calls are cut off: 2 calls left'],
    [{ delay: 1_500, left: 1 }, 'Next call is 1500 ms late: 1 call left'],
    [
      { method: 'POST', path: '/mess*', status: 429, when: 'after', left: 1 },
      'Next POST /mess* call fails with 429, after processing: 1 call left',
    ],
    [
      { webhook: 'delivery-receipt', remove: ['receiptInfo'], times: 2, left: 2 },
      'Next 2 delivery-receipt webhooks carry no receiptInfo: 2 webhooks left',
    ],
  ])('%o is "%s"', (fault, text) => {
    expect(describeFault({ id: 'fault-1', hits: 0, ...fault })).toBe(text);
  });
});

describe('the form of a new fault', () => {
  const empty = { method: '', path: '', status: '', delay: '', times: '1', how: 'answer-before', body: '' };

  test('omits everything that is empty', () => {
    expect(faultOf(empty)).toEqual({ times: 1, when: 'before' });
  });

  test.each([
    ['answer-before', { when: 'before' }],
    ['answer-after', { when: 'after' }],
    ['cut-before', { when: 'before', disconnect: true }],
    ['cut-after', { when: 'after', disconnect: true }],
  ])('%s is %o', (how, fault) => {
    expect(faultOf({ ...empty, how })).toEqual({ times: 1, ...fault });
  });

  test('leaves out status and body if a code decides them', () => {
    expect(faultOf({ ...empty, code: 'insufficient_credits', status: '418', body: 'no' })).toEqual({
      code: 'insufficient_credits',
      times: 1,
      when: 'before',
    });
  });

  test('offers every operation', () => {
    const names = Object.entries(endpoints).flatMap(([resource, rows]) =>
      Object.keys(rows).map((row) => `${resource}.${row}`),
    );
    expect([...OPERATION_NAMES].toSorted()).toEqual(names.toSorted());
  });

  test('has an operation and headers, one a line', () => {
    const headers = 'Retry-After: 10\n\nx-at:09:00 \n';
    expect(faultOf({ ...empty, operation: 'messages.send', headers })).toMatchObject({
      operation: 'messages.send',
      headers: { 'Retry-After': '10', 'x-at': '09:00' },
    });
  });

  test('takes a delay in milliseconds or with a unit', () => {
    expect(faultOf({ ...empty, delay: '250' })).toMatchObject({ delay: 250 });
    expect(faultOf({ ...empty, delay: '2s' })).toMatchObject({ delay: '2s' });
  });

  test('makes faults that the control API accepts and returns as they are described', async () => {
    const emulator = createEmulator();
    const server = await listen(emulator, { port: 0 });
    onTestFinished(async () => {
      await server.close();
      emulator.close();
    });
    const faults = `${server.url}/_emulator/faults`;
    const values = {
      ...empty,
      method: 'GET',
      path: '/batch',
      status: '418',
      delay: '5ms',
      times: '3',
      body: 'no',
    };
    const created = await fetch(faults, { method: 'POST', body: JSON.stringify(faultOf(values)) });
    expect(created.status).toBe(201);
    const { faults: listed } = (await (await fetch(faults)).json()) as { faults: FaultView[] };
    expect(listed.map(describeFault)).toEqual([
      'Next 3 GET /batch calls fail with 418, 5 ms late: 3 calls left',
    ]);
  });
});
