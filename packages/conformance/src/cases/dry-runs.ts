import { expectRefused, expectSuccess } from '../probe/expectations.ts';
import { SHARED } from '../probe/messages.ts';
import { Skipped, Violation } from '../service/verdict.ts';
import type { Case } from './case.ts';

/** Nothing is sent to it, because dry runs have no receipts. */
const CALLBACK = 'https://example.com/conformance-check';

/** A case for a message with a missing or invalid member. */
function refused(id: string, clause: string, sentence: string, members: object): Case {
  const run: Case['run'] = async (probe) => {
    expectRefused(await probe.dryRun({ messages: [probe.message(members)] }));
  };
  return { id: `add-message.${id}`, clause, sentence, run };
}

/** Behavior of add-message and add-batch that dry runs show, so that no message is sent. MSG-9, BAT-6. */
export const dryRuns: readonly Case[] = [
  {
    id: 'dry-run.queues-nothing',
    clause: 'MSG-9',
    sentence: 'A dry run of a scheduled message queues nothing.',
    run: (probe) => probe.proveDryRuns(),
  },
  refused('to-required', 'MSG-1', 'A message without a destination is refused.', { to: undefined }),
  refused('from-required', 'MSG-1', 'A message without a sender is refused.', { from: undefined }),
  refused('body-required', 'MSG-1', 'A message without a text is refused.', { body: undefined }),
  refused('custom-needs-value', 'MSG-2', 'A custom sender without a value is refused.', {
    from: { type: 'custom' },
  }),
  refused('sender-type', 'MSG-2', 'A sender type other than custom and shared is refused.', {
    from: { type: 'borrowed', value: 'DEMO' },
  }),
  refused('send-at-is-a-time', 'API-4', 'A send_at that is not a timestamp is refused.', {
    send_at: 'tomorrow',
  }),
  {
    id: 'add-message.messages-required',
    clause: 'ERR-2',
    sentence: 'A request without messages is refused.',
    run: async (probe) => {
      expectRefused(await probe.dryRun({ defaults: probe.message() }));
    },
  },
  {
    id: 'add-message.json',
    clause: 'API-1',
    sentence: 'A body that is not JSON is refused.',
    run: (probe) => probe.refuse('messages.send', { text: '{"messages": [' }),
  },
  {
    id: 'add-message.merge-validates-merged',
    clause: 'MSG-4',
    sentence: 'A message is validated after the defaults are merged into it.',
    run: async (probe) => {
      const { to, ...defaults } = probe.message();
      expectSuccess('messages.send', await probe.dryRun({ messages: [{ to }], defaults }));
    },
  },
  {
    id: 'add-message.merge-own-values-win',
    clause: 'MSG-3',
    sentence: "A message's own values replace the defaults.",
    run: async (probe) => {
      const { body } = await probe.dryRunMessage({ body: 'own' }, { body: 'from the defaults' });
      if (body !== 'own') throw new Violation(`the response shows the text ${body}`);
    },
  },
  {
    id: 'add-message.merge-from',
    clause: 'MSG-3, MSG-6',
    sentence: 'A sender from the defaults appears in the returned messages.',
    run: async (probe) => {
      const { from } = probe.message();
      const { from: shown } = await probe.dryRunMessage({ from: undefined }, { from });
      const { type } = from as { readonly type: string };
      if (shown.type !== type) throw new Violation(`the response shows the sender type ${shown.type}`);
    },
  },
  {
    id: 'add-message.one-response-each',
    clause: 'MSG-5',
    sentence: 'The response has one message for each message of the request, in the same order.',
    run: async (probe) => {
      const bodies = ['the first', 'the second', 'the third'];
      const messages = bodies.map((body) => probe.message({ body }));
      const returned = (await probe.dryRunMessages({ messages })).map(({ body }) => body);
      if (returned.join() !== bodies.join())
        throw new Violation(`the response shows the texts ${JSON.stringify(returned)}`);
    },
  },
  {
    id: 'add-message.shared-sender-shown',
    clause: 'SND-2',
    sentence: 'The response shows the shared sender ID that was assigned.',
    run: async (probe) => {
      const { from } = await probe.dryRunMessage({ from: SHARED });
      if (from.type !== 'shared' || from.value === '')
        throw new Violation(`the response shows the sender ${JSON.stringify(from)}`);
    },
  },
  {
    id: 'add-message.scheduled',
    clause: 'SCH-1',
    sentence: 'A message with a time more than five minutes ahead is scheduled.',
    run: async (probe) => {
      const { scheduled } = await probe.dryRunMessage({ send_at: probe.minutesAhead(6) });
      if (!scheduled) throw new Violation('it was not scheduled');
    },
  },
  {
    id: 'add-message.sent-immediately',
    clause: 'SCH-1',
    sentence: 'A message with a time fewer than five minutes ahead or in the past is sent immediately.',
    run: async (probe) => {
      const times = [probe.minutesAhead(4), probe.minutesAhead(-60)];
      const messages = times.map((send_at) => probe.message({ send_at }));
      const returned = await probe.dryRunMessages({ messages });
      if (returned.some(({ scheduled }) => scheduled)) throw new Violation('it was scheduled');
    },
  },
  {
    id: 'add-message.send-at-echoed',
    clause: 'SCH-3, API-4',
    sentence: 'A scheduled message returns send_at exactly as it was given, to the minute.',
    run: async (probe) => {
      const { farAhead } = probe;
      const { send_at } = await probe.dryRunMessage({ send_at: farAhead });
      if (send_at !== farAhead) throw new Violation(`${farAhead} was returned as ${send_at}`);
    },
  },
  {
    id: 'add-message.echoes',
    clause: 'MSG-6',
    sentence: 'callback, channels and id are echoed.',
    run: async (probe) => {
      const given = { callback: CALLBACK, channels: ['rcs', 'sms'], id: crypto.randomUUID() };
      const { callback, channels, id } = await probe.dryRunMessage(given);
      const shown = JSON.stringify({ callback, channels, id });
      if (shown !== JSON.stringify(given)) throw new Violation(`the response shows ${shown}`);
    },
  },
  {
    id: 'add-message.sender-owned',
    clause: 'SND-1',
    sentence: 'A custom sender ID that the account does not own is refused.',
    run: async (probe) => {
      const messages = [probe.message({ from: { type: 'custom', value: 'NOTMINE0000' } })];
      const response = await probe.dryRun({ messages });
      if (response.status !== 200) return void expectRefused(response);
      if (probe.target.dryRunOnly !== false)
        throw new Skipped('dry runs of this service do not check senders, and sending is not permitted');
      expectRefused(await probe.sendFarAhead({ messages }));
    },
  },
  {
    id: 'add-batch.destinations-required',
    clause: 'BAT-1',
    sentence: 'A batch without destinations is refused.',
    needs: ['sender'],
    run: async (probe) => {
      expectRefused(await probe.dryRunBatch(probe.batch({ destinations: undefined })));
    },
  },
  {
    id: 'add-batch.dry-run',
    clause: 'BAT-6',
    sentence: 'A dry run of a scheduled batch queues nothing.',
    needs: ['sender'],
    run: async (probe) => {
      expectSuccess('batches.send', await probe.dryRunBatch(probe.batch()));
    },
  },
];
