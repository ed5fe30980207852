import { beginning, shellWord, visibleLine } from '@messaging-service/text';
import type { ConformanceTarget } from '../service/target.ts';
import type { ConformanceReport } from './check.ts';
import type { Difference } from './differences.ts';
import type { Paint } from './paint.ts';
import type { ClauseResult } from './results.ts';

const MAX_DETAIL_LENGTH = 240;

/** The totals, on one line. */
export function formatTotals({ clauses, interpretations }: ConformanceReport): string {
  const count = (outcome: string) => clauses.filter((one) => one.outcome === outcome).length;
  const detected = interpretations.filter(({ interpretation }) => interpretation !== undefined);
  const unlike = detected.filter(({ differs }) => differs === true).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped; ${detected.length} of ${
    interpretations.length
  } open points detected, ${unlike} unlike the emulator`;
}

/** The differences by topic, with what the client and the emulator do about each. */
export function formatDifferences(differences: readonly Difference[], paint: Paint): string[] {
  if (differences.length === 0) return [];
  const isBroken = differences.some(({ kind }) => kind === 'broken-clause');
  const lines = isBroken
    ? [`Differences (${paint.bad('✗')} breaks the specification, ${paint.open('~')} is an open point)`]
    : [
        `Open points that it resolves unlike the emulator (${paint.open('~')}), which the specification permits`,
      ];
  let topic: string | undefined;
  for (const one of differences) {
    if (one.topic !== topic) lines.push('', `  ${paint.strong(one.topic)}`);
    topic = one.topic;
    lines.push(...formatDifference(one, paint));
  }
  return lines;
}

function formatDifference(one: Difference, paint: Paint): string[] {
  const { kind, sentence, ids, detail, client, emulator } = one;
  const sign = kind === 'open-point' ? paint.open('~') : paint.bad('✗');
  const [first] = ids;
  const more = ids.length > 1 ? ` and ${ids.length - 1} more` : '';
  return [
    `    ${sign} ${visibleLine(sentence)} ${paint.weak(`[${first}${more}]`)}`,
    `        service:  ${visibleLine(beginning(detail, MAX_DETAIL_LENGTH))}`,
    `        client:   ${client}`,
    `        emulator: ${visibleLine(emulator)}`,
  ];
}

/** The option of the command that gives a capability; the others are members of the target of `checkConformance()`. */
const OPTIONS: Readonly<Record<string, string>> = {
  sender: '--sender <sender>',
  'organization-key': '--organization-key <key>',
  sending: '--allow-sending --to <number>',
};

const MEMBERS: Readonly<Record<string, string>> = {
  clock: 'advance and now',
  webhooks: 'receiveWebhooks',
  handset: 'writeFromHandset',
};

/** The cases that were skipped, by the options that are missing, and the command that runs them. */
export function formatSkipped(
  { clauses }: ConformanceReport,
  target: ConformanceTarget,
  paint: Paint,
): string[] {
  const skipped = clauses.filter(({ outcome }) => outcome === 'skipped');
  if (skipped.length === 0) return [];
  const groups = [...Map.groupBy(skipped, whyItWasSkipped).entries()];
  const rows = groups
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([what, members]) => `  ${String(members.length).padStart(3)}  ${what}`);
  const missing = new Set(skipped.flatMap((one) => one.missing ?? []));
  const options = Object.entries(OPTIONS).flatMap(([capability, option]) =>
    missing.has(capability) ? [option] : [],
  );
  const lines = [`Skipped (${skipped.length})`, '', ...rows];
  if (options.length > 0)
    lines.push('', 'To run them as well:', '', `  ${paint.strong(commandFor(target, options))}`);
  if (options.includes(OPTIONS.sending ?? ''))
    lines.push('', 'With --allow-sending, the kit sends messages, which costs credits.');
  return lines;
}

const MAX_REASON_LENGTH = 120;

function whyItWasSkipped({ missing, detail = '' }: ClauseResult): string {
  if (missing === undefined) return `because ${visibleLine(beginning(detail, MAX_REASON_LENGTH))}`;
  const members = missing.flatMap((capability) => MEMBERS[capability] ?? []);
  const options = missing.flatMap((capability) => OPTIONS[capability] ?? []);
  if (members.length > 0) return `only with checkConformance(): ${members.join(', ')}`;
  return `without ${options.join(' and ')}`;
}

/** A command with all options of this run, and the missing ones. Keys are placeholders. */
function commandFor(
  { baseUrl, keys, sender, to, dryRunOnly }: ConformanceTarget,
  options: readonly string[],
): string {
  const given = [
    `--base-url ${wordOf(baseUrl)}`,
    '--account-key <key>',
    ...(keys.organizationKey === undefined ? [] : ['--organization-key <key>']),
    ...(sender === undefined ? [] : [`--sender ${wordOf(sender)}`]),
    ...(dryRunOnly === false ? [`--allow-sending --to ${to}`] : []),
  ];
  return visibleLine(`npx messaging-conformance ${[...given, ...options].join(' ')}`);
}

/** Most values need no quotes. */
function wordOf(text: string): string {
  return /^[\w.:/@%+=-]+$/.test(text) ? text : shellWord(text);
}
