import { Asker } from '../probe/probe.ts';
import type { Case } from '../cases/case.ts';
import { cases } from '../cases/all.ts';
import { type EmulatorConfig, mergeConfigs, type OpenPoint } from '../interpretations/interpretation.ts';
import { openPoints } from '../interpretations/all.ts';
import { redact } from './redact.ts';
import { NoAnswer } from '../service/service-client.ts';
import { type ConformanceTarget, lacking } from '../service/target.ts';
import { Unasked, Violation } from '../service/verdict.ts';

/** What was found out about one clause. */
export interface ClauseResult {
  /** Names the clause, such as `add-message.merge-own-values-win`. */
  readonly id: string;
  /** Where it is written. */
  readonly clause: string;
  /** What it says. */
  readonly sentence: string;
  /** Whether it holds, does not, or could not be asked after. */
  readonly outcome: 'holds' | 'violated' | 'unasked';
  /** What was answered instead, or why it could not be asked; undefined when it holds. */
  readonly detail: string | undefined;
}

/** What was found out about one open point. */
export interface ReadingResult {
  /** Names the point, such as `statuses.sender_not_owned`. */
  readonly id: string;
  /** What the specification leaves open. */
  readonly question: string;
  /** The reading that the service follows; undefined when it could not be found out. */
  readonly reading: string | undefined;
  /** Why it could not be found out. */
  readonly unasked: string | undefined;
}

/** What a service is found to be. */
export interface ConformanceReport {
  /** Clause by clause. */
  readonly clauses: readonly ClauseResult[];
  /** Which reading it follows where the specification leaves a choice. */
  readonly readings: readonly ReadingResult[];
  /** Options by which the emulator follows the same readings, as `--config` and `createEmulator()` take them. */
  readonly emulator: EmulatorConfig;
}

/**
 * Asks a service everything that it can be asked, one question after the other.
 *
 * @param target - The service, and how far one may go. By default nothing is sent and nothing costs.
 * @returns What holds, what does not, what could not be asked, and how the emulator would be made the same.
 *
 * @example
 * ```ts
 * import { checkConformance } from '@messaging-service/conformance';
 *
 * const { clauses, emulator } = await checkConformance({
 *   baseUrl: 'https://api.messaging.test',
 *   keys: { accountKey: '0123456789abcdef0123456789abcdef' },
 * });
 * console.log(clauses.filter(({ outcome }) => outcome === 'violated'), emulator);
 * ```
 */
export async function checkConformance(target: ConformanceTarget): Promise<ConformanceReport> {
  const asker = new Asker(target);
  const clauses: ClauseResult[] = [];
  for (const one of cases) clauses.push(await checkClause(asker, one));
  const readings: ReadingResult[] = [];
  const configs: EmulatorConfig[] = [];
  for (const point of openPoints) {
    const { result, config } = await findReading(asker, point);
    readings.push(result);
    configs.push(config);
  }
  return { clauses, readings, emulator: mergeConfigs(configs) };
}

/** Finds out whether one clause holds. */
export async function checkClause(
  asker: Asker,
  { id, clause, sentence, needs, run }: Case,
): Promise<ClauseResult> {
  const result = (outcome: ClauseResult['outcome'], detail?: string): ClauseResult => {
    return { id, clause, sentence, outcome, detail: detail && redact(detail, asker.target.keys) };
  };
  const missing = lacking(asker.target, needs);
  if (missing !== undefined) return result('unasked', missing);
  try {
    await run(asker);
    return result('holds');
  } catch (error) {
    if (error instanceof Unasked) return result('unasked', error.message);
    return result('violated', explain(error));
  }
}

async function findReading(asker: Asker, { id, question, needs, find }: OpenPoint) {
  const result = (reading?: string, unasked?: string): ReadingResult => {
    const { keys } = asker.target;
    return {
      id,
      question,
      reading: reading && redact(reading, keys),
      unasked: unasked && redact(unasked, keys),
    };
  };
  const missing = lacking(asker.target, needs);
  if (missing !== undefined) return { result: result(undefined, missing), config: {} };
  try {
    const { reading, config = {} } = await find(asker);
    return { result: result(reading), config };
  } catch (error) {
    return { result: result(undefined, explain(error)), config: {} };
  }
}

/** A strange answer can trip up a question that nobody thought could be answered so. */
function explain(error: unknown): string {
  const known = error instanceof Violation || error instanceof Unasked || error instanceof NoAnswer;
  const { message } = error instanceof Error ? error : new Error(String(error));
  return known ? message : `the answer could not be read: ${message}`;
}
