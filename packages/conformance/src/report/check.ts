import { cases } from '../cases/all.ts';
import type { Case } from '../cases/case.ts';
import { identifyService } from '../identity/identify.ts';
import type { NotAService } from '../identity/not-a-service.ts';
import { openPoints } from '../interpretations/all.ts';
import { type EmulatorConfig, mergeConfigs, type OpenPoint } from '../interpretations/interpretation.ts';
import { Probe } from '../probe/probe.ts';
import { type Capability, requireCapabilities } from '../service/capabilities.ts';
import { readTarget } from '../service/read-target.ts';
import { redact } from '../service/redact.ts';
import { NoResponse } from '../service/service-client.ts';
import { type ConformanceTarget } from '../service/target.ts';
import { Skipped, Violation } from '../service/verdict.ts';
import { type Difference, differencesOf } from './differences.ts';
import type { ClauseResult, InterpretationResult } from './results.ts';
import { decide, type Verdict } from './verdict.ts';

/** The results for a service. */
export interface ConformanceReport {
  /** Whether it is a service with this API. */
  readonly verdict: Verdict;
  /** What differs from the specification or from an emulator without options, by topic. */
  readonly differences: readonly Difference[];
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
 * @param given - The service, and the side effects that you allow. By default, nothing is sent and nothing is charged. All
 * cases run even if the target is not a service with this API: see the verdict.
 * @returns The verdict, the results, and the configuration that makes the emulator behave like the service.
 * @throws {TypeError} A member of the target is unknown or invalid.
 *
 * @example
 * ```ts
 * import { checkConformance } from '@messaging-service/conformance';
 *
 * const { verdict, differences, emulator } = await checkConformance({
 *   baseUrl: 'https://api.example.com',
 *   keys: { accountKey: '0123456789abcdef0123456789abcdef' },
 * });
 * console.log(verdict.sentence, differences, emulator);
 * ```
 */
export async function checkConformance(given: ConformanceTarget): Promise<ConformanceReport> {
  const target = readTarget(given);
  return checkIdentified(target, await identifyService(target));
}

/** Runs all cases after it was decided whether the target is a service with this API. */
export async function checkIdentified(
  target: ConformanceTarget,
  foreign: NotAService | undefined,
): Promise<ConformanceReport> {
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
  const differences = differencesOf(clauses, interpretations);
  const verdict = decide(differences, foreign && withoutKeys(foreign, target));
  return { verdict, differences, clauses, interpretations, emulator: mergeConfigs(configs) };
}

/** The report about something that is not a service with this API, on which no case was run. */
export function reportOf(foreign: NotAService, target: ConformanceTarget): ConformanceReport {
  const verdict = decide([], withoutKeys(foreign, target));
  return { verdict, differences: [], clauses: [], interpretations: [], emulator: {} };
}

function withoutKeys({ reason, nextStep }: NotAService, { keys }: ConformanceTarget): NotAService {
  return { reason: redact(reason, keys), nextStep: redact(nextStep, keys) };
}

/** Runs one case. */
export async function checkClause(
  probe: Probe,
  { id, clause, sentence, needs, run }: Case,
): Promise<ClauseResult> {
  const { detail, isSkipped, missing } = await attempt(probe, needs, run);
  const otherwise = isSkipped ? 'skipped' : 'failed';
  return {
    id,
    clause,
    sentence,
    outcome: detail === undefined ? 'passed' : otherwise,
    detail,
    ...(missing && { missing }),
  };
}

async function interpret(probe: Probe, { id, clause, question, needs, detect }: OpenPoint) {
  const { value, detail, missing } = await attempt(probe, needs, detect);
  const interpretation = value && redact(value.interpretation, probe.target.keys);
  const config = value?.config;
  const result: InterpretationResult = {
    id,
    clause,
    question,
    interpretation,
    detail,
    ...(value && { differs: value.differs ?? config !== undefined }),
    ...(config && { config }),
    ...(missing && { missing }),
  };
  return { result, config: config ?? {} };
}

/** Runs a case or a detection if the target has what it needs. `detail` says why there is no value. */
async function attempt<Value>(
  probe: Probe,
  needs: readonly Capability[] | undefined,
  run: (probe: Probe) => Promise<Value>,
): Promise<{
  readonly value?: Value;
  readonly detail?: string;
  readonly isSkipped?: boolean;
  readonly missing?: readonly string[];
}> {
  try {
    requireCapabilities(probe.target, needs);
    return { value: await run(probe) };
  } catch (error) {
    const detail = redact(explain(error), probe.target.keys);
    if (!(error instanceof Skipped)) return { detail };
    return { detail, isSkipped: true, ...(error.missing.length > 0 && { missing: error.missing }) };
  }
}

/** Any other error comes from a response in a form that the case did not expect. */
function explain(error: unknown): string {
  const isKnown = error instanceof Violation || error instanceof Skipped || error instanceof NoResponse;
  const { message } = error instanceof Error ? error : new Error(String(error));
  return isKnown ? message : `the response could not be read: ${message}`;
}
