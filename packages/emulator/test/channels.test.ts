import { createEmulator } from '@messaging-service/emulator';
import { api, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const WITHOUT_RCS = '447700900701';

test('a message is sent on the first channel that works (MSG-8)', async ({ emulator }) => {
  await api.sendOne(emulator, { channels: ['rcs', 'sms'] });
  await api.sendOne(emulator, { channels: ['sms', 'rcs'] });
  expect(emulator.messages().map(({ channel }) => channel)).toEqual(['rcs', 'sms']);
});

test('a handset without RCS gets the message on the next channel (MSG-8, EMU-1)', async ({ emulator }) => {
  await api.sendOne(emulator, { to: WITHOUT_RCS, channels: ['rcs', 'sms'] });
  expect(emulator.messages()).toMatchObject([
    { channel: 'sms', state: 'delivered', receipt: { code: '00', description: 'Successful' } },
  ]);
});

test('a handset that supports none of the channels does not get the message (MSG-8, MSG-14)', async ({
  emulator,
}) => {
  await api.sendOne(emulator, { to: WITHOUT_RCS, channels: ['rcs'] });
  expect(emulator.messages()).toMatchObject([
    { state: 'failed', receipt: { code: '31', description: 'The handset supports none of the channels' } },
  ]);
});

test('without channels a message is sent by sms (MSG-8)', async ({ emulator }) => {
  await api.sendOne(emulator);
  await api.sendBatch(emulator);
  expect(emulator.messages().map(({ channel }) => channel)).toEqual(['sms', 'sms', 'sms']);
});

test('a batch tries its initial channel, then its fallback channels (BAT-4)', async ({ emulator }) => {
  const destinations = ['447700900001', WITHOUT_RCS];
  await api.sendBatch(emulator, { destinations, channel: 'rcs', fallback_channels: ['sms'] });
  expect(emulator.messages().map(({ channel, state }) => [channel, state])).toEqual([
    ['rcs', 'delivered'],
    ['sms', 'delivered'],
  ]);
});

test('a batch tries a channel once that is both the initial one and a fallback channel (BAT-4)', async () => {
  const asked: string[] = [];
  const rule = ({ channel }: { channel: string }) => {
    asked.push(channel);
    return { outcome: 'unsupported' } as const;
  };
  const emulator = createEmulator({ now: START, carrier: { rule } });
  const destinations = ['447700900001'];
  await api.sendBatch(emulator, { destinations, channel: 'rcs', fallback_channels: ['rcs', 'sms'] });
  await api.sendBatch(emulator, { destinations, fallback_channels: ['rcs', 'sms'] });
  expect(asked).toEqual(['rcs', 'sms', 'sms', 'rcs']);
});

test('a failure on a channel that works for the handset is final: no second channel is tried (MSG-13)', async () => {
  const emulator = createEmulator({
    now: START,
    carrier: { rules: [{ channel: 'rcs', outcome: 'fail', code: '2' }] },
  });
  await api.sendOne(emulator, { channels: ['rcs', 'sms'] });
  expect(emulator.messages()).toMatchObject([{ channel: 'rcs', state: 'failed', receipt: { code: '2' } }]);
});

test('a reply has the channel of the message, unless the handset chooses (INB-2)', async ({ emulator }) => {
  for (const to of ['447700900001', WITHOUT_RCS])
    await api.sendOne(emulator, { to, channels: ['rcs', 'sms'] });
  expect(emulator.handset('447700900001').reply('YES').channel).toBe('rcs');
  expect(emulator.handset(WITHOUT_RCS).reply('YES').channel).toBe('sms');
  expect(emulator.handset('447700900001').reply('NO', { channel: 'sms' }).channel).toBe('sms');
});

test('a rule in code decides for each channel, one after the other (MSG-8)', async () => {
  const asked: unknown[] = [];
  const emulator = createEmulator({
    now: START,
    carrier: {
      rule: (attempt) => {
        asked.push(attempt);
        return attempt.channel === 'sms' ? { outcome: 'unsupported' } : undefined;
      },
    },
  });
  await api.sendOne(emulator, { to: '+447700900001', channels: ['sms', 'rcs'] });
  expect(asked).toEqual([
    { to: '447700900001', channel: 'sms' },
    { to: '447700900001', channel: 'rcs' },
  ]);
  expect(emulator.messages()).toMatchObject([{ channel: 'rcs', state: 'delivered' }]);
});
