import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { data as names } from './names.data.ts';

const completions: readonly Completion[] = names.map(({ label, kind, of }) => ({
  label,
  type: kind === 'member' ? 'property' : kind,
  detail: of,
}));
const members = completions.filter(({ type }) => type === 'property');
const modules = [...new Set(names.filter(({ kind }) => kind !== 'member').map(({ of }) => of))].map(
  (label): Completion => ({ label, type: 'namespace' }),
);

/** Completes the names of the packages: modules in quotes, members after a dot, and all names elsewhere. */
export const completion: Extension = autocompletion({ override: [complete], icons: false });

function complete(context: CompletionContext): CompletionResult | null {
  const quoted = context.matchBefore(/from '[^']*/);
  if (quoted !== null) return { from: quoted.from + "from '".length, options: modules, validFor: /^[^']*$/ };
  const word = context.matchBefore(/\.?[\w$]*/);
  if (word === null || (word.text === '' && !context.explicit)) return null;
  const isMember = word.text.startsWith('.');
  return {
    from: isMember ? word.from + 1 : word.from,
    options: isMember ? members : completions,
    validFor: /^[\w$]*$/,
  };
}
