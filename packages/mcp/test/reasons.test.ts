import { answering } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { send, serveAgent } from './agents.ts';

test('everything that the tools return has a reason: messages, batches, webhooks, calls, replies, jobs and credits (EMU-29)', async () => {
  const served = await serveAgent();
  const { call, api, control, accountUuid } = served;
  await api(`PATCH /account/${accountUuid}`, { mo: { mo_webhook_url: await answering(401) } });
  const sender = { type: 'custom', value: 'DEMO' };
  await send(served, { to: '447700900822', from: sender, callback: await answering(500) });
  await send(served, { from: sender, send_at: '2026-01-02T09:00Z' });
  await control('POST /settle');
  const reply = (await call('write_as_phone', { from: '447700900822', message: 'YES' })).data;
  const [message] = (await call('list_messages')).data.messages;
  const [webhook] = (await call('list_webhooks')).data.webhooks;
  const { jobs } = (await call('list_due')).data;
  const { body } = await control<{ entries: { seq: number }[] }>(`GET /accounts/${accountUuid}/ledger`);
  const textOf = async (id: unknown) => {
    const { isError, text } = await call('why', { id: String(id) });
    expect(isError, `${String(id)}: ${text}`).toBe(false);
    return text;
  };
  expect(await textOf(message.messageUuid)).toContain('Decided by: test number');
  expect(await textOf(message.batchUuid)).toContain('Decided by: ');
  expect(await textOf(webhook.id)).toContain('The application responded to the webhook: 500');
  expect(await textOf(1)).toContain('PATCH /account/');
  expect(await textOf(reply.inbound.mo_uuid)).toContain('401');
  expect(jobs.length).toBeGreaterThan(1);
  for (const { id } of jobs) expect(await textOf(id)).toContain('Decided by: ');
  expect(body.entries.length).toBeGreaterThan(0);
  for (const { seq } of body.entries) expect(await textOf(`entry:${seq}`)).toContain('Decided by: ');
  const unknown = await call('why', { id: 'none' });
  expect([unknown.isError, unknown.text]).toEqual([
    true,
    expect.stringContaining('Pass an identifier that list_messages'),
  ]);
});

test('a reason names the next call with its arguments, and no identifier that has no reason', async () => {
  const served = await serveAgent({ accounts: [{ senders: ['DEMO'], credits: 0 }] });
  const { call, accountUuid } = served;
  expect((await send(served)).status).toBe(402);
  const refused = (await call('why', { id: '1' })).text;
  expect(refused).toContain('The request needs 1 credit and the account can spend 0.\n');
  expect(refused).toContain(
    `Next call: PATCH /topup?key=<organization key> {"accountUuid": "${accountUuid}", "topup": 100}`,
  );
  expect(refused).not.toContain('(why: ');
  const topUp = { accountUuid, topup: 100 };
  expect((await served.api('PATCH /topup', topUp)).status).toBe(200);
  await send(served, { callback: await answering(500), send_at: '2026-01-02T09:00Z' });
  const [job] = (await call('list_due')).data.jobs;
  expect((await call('why', { id: job.id })).text).toContain(
    'Next call: advance_clock {"to": "2026-01-02T09:00:00.000Z"}\nSee also: batch of 1 message',
  );
  const [webhook] = (await call('advance_clock', { to: '2026-01-02T09:00Z' })).data.webhooks;
  expect((await call('why', { id: webhook.id })).text).toContain(
    `Next call: resend_webhook {"id": "${webhook.id}"}`,
  );
});

test('a story is a whole program, with the command that runs it (EMU-31)', async () => {
  const served = await serveAgent();
  await send(served, { body: 'Your table is ready' });
  const { text, data } = await served.call('get_story', { form: 'node-test' });
  expect(data).toMatchObject({ form: 'node-test', file: 'story.test.ts', run: 'node --test story.test.ts' });
  expect(data.text).toContain("body: 'Your table is ready'");
  expect(text).toContain('Save this as story.test.ts, and run it with: node --test story.test.ts\n');
  expect(text).toContain(data.text);
});

test('a story of one call that was refused tells that call only', async () => {
  const served = await serveAgent();
  await send(served, { body: 'Your table is ready' });
  await send(served, { to: 'nobody' });
  const [refused] = (await served.call('list_requests', { q: 'status:4xx' })).data.requests;
  const { data, isError, text } = await served.call('get_story', { request: String(refused.id) });
  expect(isError, text).toBe(false);
  expect(data.text).toContain('"to":"nobody"');
  expect(data.text).not.toContain('Your table is ready');
});

test('a story that is longer than an agent can read is refused, with what to choose', async () => {
  const served = await serveAgent();
  for (let index = 0; index < 200; index++) await send(served, { body: `Text ${index} `.repeat(10) });
  const { isError, text } = await served.call('get_story');
  expect(isError).toBe(true);
  expect(text).toMatch(
    /The program has \d{5,} characters, and an agent gets at most 24000\.\nPass message, phone or request, or/,
  );
});
