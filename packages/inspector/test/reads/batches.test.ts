import { type Served, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import type { TimelineResponse } from '../../src/api/types.ts';

describe('a batch', () => {
  const destinations = ['447700900001', '447700900002', '447700900822', '447700900700'];

  test('is returned with the number of messages in each state', async () => {
    const { api, control, read, accountUuid } = await serve();
    const { body } = await api('POST /batch', { from: 'DEMO', message: 'Hello', destinations });
    await control('POST /settle');
    expect(await read(`/batches/${String(body.identifier)}`)).toMatchObject({
      batchUuid: body.identifier,
      accountUuid,
      pending: false,
      counts: { total: 4, delivered: 2, failed: 1, open: 1 },
    });
  });

  const uuid = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
  const batch = { uuid, from: 'DEMO', message: 'Hello', destinations };

  /** The call that created the batch. */
  async function requestOf({ read, emulator }: Served) {
    const [message] = emulator.messages({ batch: uuid });
    const { steps } = await read<TimelineResponse>(`/messages/${message?.messageUuid}/timeline`);
    return steps.flatMap((step) => (step.kind === 'requested' ? step.request.id : []));
  }

  test('names the call that created it, not to one that repeated it and was refused (BAT-7)', async () => {
    const served = await serve();
    await served.api('POST /batch', batch);
    expect((await served.api('POST /batch', batch)).status).toBe(409);
    expect(await requestOf(served)).toEqual([1]);
  });

  test('names the call that created it, even if a fault cut its response (EMU-6)', async () => {
    const served = await serve();
    served.emulator.addFault({ operation: 'batches.send', disconnect: true, when: 'after' });
    await served.api('POST /batch', batch).catch(() => undefined);
    expect(await requestOf(served)).toEqual([1]);
  });

  test('names the call that created it, not to a delayed one during which it was created (EMU-6)', async () => {
    const served = await serve();
    const fault = served.emulator.addFault({ path: '/message', delay: '200ms', when: 'after' });
    const delayed = sendServed(served);
    await expect.poll(() => fault.hits()).toBe(1);
    await served.api('POST /batch', batch);
    await delayed;
    expect(await requestOf(served)).toEqual([1]);
  });
});
