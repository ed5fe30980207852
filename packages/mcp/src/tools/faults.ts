import { exactly } from '../json-schema.ts';
import { counted, linesOf } from '../texts.ts';
import type { Tool } from '../tool.ts';

interface Fault {
  readonly id: string;
  readonly hits: number;
  readonly left: number;
}

/** Makes the next calls fail. */
export const makeCallsFail: Tool = {
  name: 'make_calls_fail',
  title: 'Make the next calls fail',
  description:
    'Makes the next matching calls of the application fail: with a status or an error code, late, or with a cut connection. With when: "after", the service does the work and only the response is lost, which shows whether a retry sends twice. With webhook, it changes the payload of the next webhooks of that kind instead.',
  effect: 'adds',
  input: (operations) => ({
    members: operations.input(
      'addFault',
      'operation method path code status body headers delay disconnect times when webhook set remove',
    ),
  }),
  output: (operations) => {
    const members = operations.answer('addFault', 'id');
    return exactly(members, Object.keys(members));
  },
  advice: {
    invalid_request:
      'Correct these arguments and call the tool again. The resource messaging-emulator://public-api.yaml has the operations and the error codes.',
  },
  run: async ({ controls, args }) => {
    const { id } = await controls.call<{ id: string }>('addFault', args);
    const times = typeof args.times === 'number' ? args.times : 1;
    const [one, more, list] =
      args.webhook === undefined
        ? ['matching call', 'matching calls', 'list_requests']
        : ['webhook of this kind', 'webhooks of this kind', 'list_webhooks'];
    const text = `${id} applies to the next ${times === 1 ? one : `${times} ${more}`}. Let the application act, then call ${list}. clear_faults removes it.`;
    return { text, data: { id } };
  },
};

/** Removes the faults. */
export const clearFaults: Tool = {
  name: 'clear_faults',
  title: 'Remove the faults',
  description:
    'Removes all faults, so that calls succeed again, and returns how many calls each of them has hit. A fault without hits was not reached by the application.',
  effect: 'repeatable',
  input: () => ({ members: {} }),
  output: (operations) => {
    const { faults } = operations.answer('listFaults', 'faults');
    const { id, hits, left } = faults?.items?.properties ?? {};
    const item = exactly({ id: id ?? {}, hits: hits ?? {}, left: left ?? {} }, ['id', 'hits', 'left']);
    return exactly({ faults: { type: 'array', items: item } }, ['faults']);
  },
  run: async ({ controls }) => {
    const { faults } = await controls.call<{ faults: readonly Fault[] }>('listFaults');
    await controls.call('clearFaults');
    const text = linesOf([
      faults.length === 0 ? 'There were no faults.' : `${counted(faults.length, 'fault')} removed.`,
      ...faults.map(({ id, hits, left }) => `- ${id}: ${counted(hits, 'hit')}, ${left} left`),
    ]);
    return { text, data: { faults: faults.slice(0, 50).map(({ id, hits, left }) => ({ id, hits, left })) } };
  },
};
