import { cases } from '../cases/all.ts';
import type { Case } from '../cases/case.ts';
import { openPoints } from '../interpretations/all.ts';
import { type EmulatorConfig, mergeConfigs, type OpenPoint } from '../interpretations/interpretation.ts';
import { Probe } from '../probe/probe.ts';
import { type Capability, requireCapabilities } from '../service/capabilities.ts';
import { redact } from '../service/redact.ts';
import { NoResponse } from '../service/service-client.ts';
import { type ConformanceTarget } from '../service/target.ts';
import { Skipped, Violation } from '../service/verdict.ts';

/** The result of one case. */
export interface ClauseResult {
  /** The name of the case, such as `add-message.merge-own-values-win`. */
  readonly id: string;
  /** The clauses of the behavior pages that it tests, such as `MSG-3`. */
  readonly clause: string;
  /** The tested behavior, as a sentence. */
  readonly sentence: string;
  /** Whether the service behaves so, does not, or could not be tested. */
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The unexpected response, or the reason why the case was skipped; undefined when it passed. */
  readonly detail: string | undefined;
}

/** The result for one point that the specification leaves open. */
export interface InterpretationResult {
  /** The name of the open point, such as `statuses.sender_not_owned`. */
  readonly id: string;
  /** The clauses of the behavior pages that describe it, such as `ERR-2`. */
  readonly clause: string;
  /** The open question. */
  readonly question: string;
  /** The service's interpretation, as a sentence; undefined when it could not be detected. */
  readonly interpretation: string | undefined;
  /** The reason why it could not be detected; undefined when it was. */
  readonly detail: string | undefined;
}

/** The results for a service. */
export interface ConformanceReport {
  /** The results of all cases. */
  readonly clauses: readonly ClauseResult[];
  /** The service's interpretations of the points that the specification leaves open. */
  readonly interpretations: readonly InterpretationResult[];
  /** Options that make the emulator behave like the service, for `--config` and `createEmulator()`. */
  readonly emulator: EmulatorConfig;
}

/**
 * Runs all cases against a service, one after the other, and detects how it resolves open points.
 *
 * @param target - The service, and the side effects that are allowed. By default nothing is sent and nothing is
 * charged.
 * @returns The results, and the configuration that makes the emulator behave like the service.
 *
 * @example
 * ```ts
 * import { checkConformance } from '@messaging-service/conformance';
 *
 * const { clauses, emulator } = await checkConformance({
 *   baseUrl: 'https://api.example.com',
 *   keys: { accountKey: '0123456789abcdef0123456789abcdef' },
 * });
 * console.log(clauses.filter(({ outcome }) => outcome === 'failed'), emulator);
 * ```
 */
export async function checkConformance(target: ConformanceTarget): Promise<ConformanceReport> {
  const probe = new Probe(target);
  const clauses: ClauseResult[] = [];
  for (const one of cases) clauses.push(await checkClause(probe, one));
  const interpretations: InterpretationResult[] = [];
  const configs: EmulatorConfig[] = [];
  for (const point of openPoints) {
    const { result, config } = await interpret(probe, point);
    interpretations.push(result);
    configs.push(config);
  }
  return { clauses, interpretations, emulator: mergeConfigs(configs) };
}

/** Runs one case. */
export async function checkClause(
  probe: Probe,
  { id, clause, sentence, needs, run }: Case,
): Promise<ClauseResult> {
  const { detail, isSkipped } = await attempt(probe, needs, run);
  const otherwise = isSkipped ? 'skipped' : 'failed';
  return { id, clause, sentence, outcome: detail === undefined ? 'passed' : otherwise, detail };
}

async function interpret(probe: Probe, { id, clause, question, needs, detect }: OpenPoint) {
  const { value, detail } = await attempt(probe, needs, detect);
  const interpretation = value && redact(value.interpretation, probe.target.keys);
  const result: InterpretationResult = { id, clause, question, interpretation, detail };
  return { result, config: value?.config ?? {} };
}

/** Runs a case or a detection if the target has what it needs. `detail` says why there is no value. */
async function attempt<Value>(
  probe: Probe,
  needs: readonly Capability[] | undefined,
  run: (probe: Probe) => Promise<Value>,
): Promise<{ readonly value?: Value; readonly detail?: string; readonly isSkipped?: boolean }> {
  try {
    requireCapabilities(probe.target, needs);
    return { value: await run(probe) };
  } catch (error) {
    return { detail: redact(explain(error), probe.target.keys), isSkipped: error instanceof Skipped };
  }
}

/** Any other error comes from a response in a form that the case did not expect. */
function explain(error: unknown): string {
  const isKnown = error instanceof Violation || error instanceof Skipped || error instanceof NoResponse;
  const { message } = error instanceof Error ? error : new Error(String(error));
  return isKnown ? message : `the response could not be read: ${message}`;
}
