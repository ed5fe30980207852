import { ERRORS, errorBodySchema, validate } from '@messaging-service/contract';
import { UNKNOWN_KEY } from '../cases/authentication.ts';
import type { OpenPoint } from './interpretation.ts';
import { Unasked } from '../service/verdict.ts';

/** What bodies look like where the specification does not say. */
export const bodies: readonly OpenPoint[] = [
  {
    id: 'error-body',
    question: 'What does the body of a refusal look like, and which codes does it carry?',
    needs: [],
    find: async (asker) => {
      const { body } = await asker.call('batches.listPending', { key: UNKNOWN_KEY });
      const checked = validate(errorBodySchema, body);
      if (!checked.ok) return { reading: `It has another shape: ${shape(body)}.` };
      const { code } = checked.value.error;
      const known = code in ERRORS ? 'as in the emulator' : 'a code that the emulator does not have';
      return { reading: `It is ${shape(body)}, and an unknown key has the code ${code}, ${known}.` };
    },
  },
  {
    id: 'dry-run-answer',
    question: 'How is a dry run answered?',
    needs: [],
    find: async (asker) => {
      const { status, body } = await asker.proveDryRuns();
      return { reading: `${status} with ${shape(body)}.` };
    },
  },
  {
    id: 'unknown-fields',
    question: 'Is a field that nobody knows refused?',
    needs: [],
    find: async (asker) => {
      const known = await asker.dryRun({ messages: [asker.message()] });
      const unknown = await asker.dryRun({ messages: [{ ...asker.message(), conformance_check: true }] });
      if (known.status !== 200) throw new Unasked('the service refuses the same message without the field');
      return unknown.status === 200
        ? { reading: 'It is passed over.', config: { unknownFields: 'ignore' } }
        : { reading: `It is refused (${unknown.status}), as in the emulator.` };
    },
  },
  {
    id: 'two-spellings',
    question: 'By which name does the list of accounts show the refill of packaged credits?',
    needs: ['organization-key'],
    find: async (asker) => {
      const { body } = await asker.call('accounts.list');
      const [account] = (body as { accounts?: { packaged_credits?: object }[] } | undefined)?.accounts ?? [];
      const names = ['schedule_refill', 'schedule_reset_to_zero'];
      const shown = names.filter((name) => name in (account?.packaged_credits ?? {}));
      if (shown.length === 0) throw new Unasked('no account shows it');
      return { reading: `${shown.join(' and ')}.` };
    },
  },
];

/** The members of a value and their kinds, never what they hold. */
function shape(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shape(value[0])}, …]`;
  if (typeof value !== 'object' || value === null) return value === undefined ? 'no JSON' : typeof value;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${shape(member)}`);
  return `{ ${members.join(', ')} }`;
}
