import { ERRORS, errorBodySchema, validate } from '@messaging-service/contract';
import { whilePending } from '../probe/messages.ts';
import type { Probe } from '../probe/probe.ts';
import { UNKNOWN_KEY } from '../probe/unknown.ts';
import { describeResponse, Skipped } from '../service/verdict.ts';
import type { Interpretation, OpenPoint } from './interpretation.ts';

/** Open points about requests and responses. */
export const requests: readonly OpenPoint[] = [
  {
    id: 'error-body',
    clause: 'ERR-1',
    question: 'What is the form of an error body, and which codes does it contain?',
    detect: async (probe) => {
      const { body } = await probe.call('batches.listPending', { key: UNKNOWN_KEY });
      const checked = validate(errorBodySchema, body);
      if (!checked.ok) return { interpretation: `It has another form: ${shape(body)}.`, differs: true };
      const { code } = checked.value.error;
      const differs = !(code in ERRORS);
      const known = differs ? 'a code that the emulator does not have' : 'as in the emulator';
      return {
        interpretation: `It is ${shape(body)}, and an unknown key has the code ${code}, ${known}.`,
        differs,
      };
    },
  },
  {
    id: 'dry-run-response',
    clause: 'MSG-9',
    question: 'What is the response to a dry run?',
    detect: async (probe) => {
      const { status, body } = await probe.proveDryRuns();
      return { interpretation: `${status} with ${shape(body)}.` };
    },
  },
  {
    id: 'unknown-fields',
    clause: 'API-6',
    question: 'Are unknown members refused?',
    detect: async (probe) => {
      const known = await probe.dryRun({ messages: [probe.message()] });
      const unknown = await probe.dryRun({ messages: [{ ...probe.message(), conformance_check: true }] });
      if (known.status !== 200) throw new Skipped('the service refuses the same message without the member');
      return unknown.status === 200
        ? { interpretation: 'They are ignored.', config: { unknownFields: 'ignore' } }
        : { interpretation: `They are refused (${unknown.status}), as in the emulator.` };
    },
  },
  {
    id: 'two-spellings',
    clause: 'API-7',
    question: 'Under which name does the list of accounts show the refill of packaged credits?',
    needs: ['organization-key'],
    detect: async (probe) => {
      const { body } = await probe.call('accounts.list');
      const [account] = (body as { accounts?: { packaged_credits?: object }[] } | undefined)?.accounts ?? [];
      const names = ['schedule_refill', 'schedule_reset_to_zero'];
      const shown = names.filter((name) => name in (account?.packaged_credits ?? {}));
      if (shown.length === 0) throw new Skipped('no account shows it');
      return { interpretation: `${shown.join(' and ')}.` };
    },
  },
  {
    id: 'batch-spellings',
    clause: 'API-7, BAT-1',
    question: 'Under which names does add-batch read the identifier and the time?',
    needs: ['sender'],
    detect: detectBatchSpellings,
  },
  {
    id: 'plus-in-numbers',
    clause: 'API-3, MSG-1',
    question: 'Is a plus before a number accepted?',
    detect: async (probe) => {
      const to = probe.to.replace(/^\+/, '');
      const plain = await probe.dryRun({ messages: [probe.message({ to })] });
      const plus = await probe.dryRun({ messages: [probe.message({ to: `+${to}` })] });
      if (plain.status === 200 && plus.status === 200)
        return { interpretation: 'It is accepted, as in the emulator.' };
      if (plain.status === 200)
        return { interpretation: `A number with a plus is refused (${plus.status}).`, differs: true };
      if (plus.status !== 200) throw new Skipped('the service refuses the number with and without it');
      return { interpretation: `A number without a plus is refused (${plain.status}).`, differs: true };
    },
  },
  {
    id: 'repeated-ids',
    clause: 'MSG-10',
    question: 'Can an id be used again after a message with it was queued?',
    needs: ['sending'],
    detect: (probe) => {
      const id = crypto.randomUUID();
      return whilePending(
        probe,
        async () => {
          const response = await probe.dryRun({ messages: [probe.message({ id })] });
          if (response.status === 200) return { interpretation: 'Yes.', differs: true };
          return { interpretation: `No, it is refused: ${describeResponse(response)}` };
        },
        { id },
      );
    },
  },
  {
    id: 'five-minute-lead',
    clause: 'SCH-2',
    question: 'Is a message with a time exactly five minutes ahead scheduled?',
    needs: ['clock'],
    detect: async (probe) => {
      const { scheduled } = await probe.dryRunMessage({ send_at: probe.minutesAhead(5) });
      return scheduled
        ? { interpretation: 'It is scheduled; the emulator sends it immediately.', differs: true }
        : { interpretation: 'It is sent immediately, as in the emulator.' };
    },
  },
];

/** The two names of each member, and a value that no service can read as one. */
const BATCH_MEMBERS = [
  { names: ['uuid', 'id'], wrong: 'not-a-uuid' },
  { names: ['at', 'send_at'], wrong: 'tomorrow' },
] as const;

/** A service refuses a wrong value under a name that it reads, and ignores it under another one. */
async function detectBatchSpellings(probe: Probe): Promise<Interpretation> {
  const uuid = crypto.randomUUID();
  const valid = { uuid, id: uuid };
  const control = await probe.dryRunBatch(probe.batch(valid));
  if (control.status !== 200) throw new Skipped('the service refuses a batch with both names');
  const read: string[] = [];
  for (const { names, wrong } of BATCH_MEMBERS)
    for (const name of names) {
      const { status } = await probe.dryRunBatch(probe.batch({ ...valid, [name]: wrong }));
      if (status !== 200) read.push(name);
    }
  if (read.length === 4) return { interpretation: 'Under both, as in the emulator.' };
  const names = read.length === 0 ? 'It checks none of them in a dry run.' : `${read.join(' and ')}.`;
  return { interpretation: names, differs: true };
}

/** Describes the members of a value and their types, without their values. */
function shape(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shape(value[0])}, …]`;
  if (typeof value !== 'object' || value === null) return value === undefined ? 'no JSON' : typeof value;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${shape(member)}`);
  return `{ ${members.join(', ')} }`;
}
