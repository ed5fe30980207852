import { ERRORS } from '@messaging-service/contract';
import { faultSuggestions, readFault } from '@messaging-service/text';
import { call } from '../api/control-api.ts';
import { runAction } from '../components/notices.tsx';
import { capitalized } from '../values.ts';

/** The faults that a sentence in the palette begins, such as `next 3 sends fail with 503, retry after 10 s`. */
export function faultCommands(typed: string) {
  const begun = typed.trim();
  if (!/^next\b/i.test(begun)) return [];
  const suggested = faultSuggestions(begun, Object.keys(ERRORS));
  const isWhole = 'fault' in readFault(begun) && !suggested.includes(begun.toLowerCase());
  return [...(isWhole ? [begun] : []), ...suggested].map((sentence) => ({
    kind: 'Fault',
    name: capitalized(sentence),
    completion: sentence,
    run: () => void switchOn(sentence),
  }));
}

async function switchOn(sentence: string): Promise<void> {
  const read = readFault(sentence);
  if ('fault' in read) await runAction(() => call('POST', '/faults', read.fault), `On: ${sentence}.`);
}
