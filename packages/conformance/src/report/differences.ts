import { cope } from './coping.ts';
import type { ClauseResult, InterpretationResult } from './results.ts';
import { topicOf, topicOfOperation } from './topics.ts';

/** A way in which a service differs from the specification, or from an emulator without options. */
export interface Difference {
  /** The part of the API, such as `Errors`. */
  readonly topic: string;
  /** Whether the service breaks a clause, or resolves an open point in its own way, which is permitted. */
  readonly kind: 'broken-clause' | 'open-point';
  /** The expected behavior or the open question, as a sentence. */
  readonly sentence: string;
  /** The cases or the open point that show it. One reason can make several cases fail. */
  readonly ids: readonly string[];
  /** What the service does. */
  readonly detail: string;
  /** What the client does about it. */
  readonly client: string;
  /** What the emulator does about it. */
  readonly emulator: string;
}

/** Lists the differences, those of a topic together. */
export function differencesOf(
  clauses: readonly ClauseResult[],
  interpretations: readonly InterpretationResult[],
): Difference[] {
  const failed = clauses.filter(({ outcome }) => outcome === 'failed');
  const differences = [
    ...[...Map.groupBy(failed, causeOf).values()].map(brokenClause),
    ...interpretations.filter(({ differs }) => differs === true).map(openPoint),
  ];
  return [...Map.groupBy(differences, ({ topic }) => topic).values()].flat();
}

const INVALID_BODY = /^the body is invalid: (?<issues>[^]*?); (?<operation>\S+) returned \d+ /;

/** One member with a wrong form makes every case fail that reads the response. */
function causeOf({ id, detail = '' }: ClauseResult): string {
  const { issues, operation } = INVALID_BODY.exec(detail)?.groups ?? {};
  return issues === undefined ? id : `${operation} ${formOf(issues)}`;
}

/** The issues of all elements of a list are one. */
function formOf(issues: string): string {
  const each = issues.split(', ').map((issue) => issue.replaceAll(/\[\d+\]|(?<=\.|^)\d+(?=\.)/g, '*'));
  return [...new Set(each)].join(', ');
}

function brokenClause(results: readonly ClauseResult[]): Difference {
  const [first] = results as [ClauseResult];
  const { detail = '' } = first;
  const { issues, operation } = INVALID_BODY.exec(detail)?.groups ?? {};
  const common = {
    topic: topicOf(first.clause),
    kind: 'broken-clause' as const,
    ids: results.map(({ id }) => id),
  };
  if (issues === undefined || operation === undefined)
    return { ...common, sentence: first.sentence, detail, ...cope(first.id, detail) };
  const form = formOf(issues);
  return {
    ...common,
    topic: topicOfOperation(operation),
    sentence: `The response of ${operation} has the documented form.`,
    detail: form,
    ...cope('form', form, operation),
  };
}

function openPoint({ id, clause, question, interpretation = '', config }: InterpretationResult): Difference {
  const { client, emulator } = cope(id, interpretation);
  return {
    topic: topicOf(clause),
    kind: 'open-point',
    sentence: question,
    ids: [id],
    detail: interpretation,
    client,
    emulator: config === undefined ? emulator : `does the same with ${JSON.stringify(config)}`,
  };
}
