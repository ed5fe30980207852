import { deepEqual, equal } from 'node:assert/strict';
import {
  type ClauseResult,
  type ConformanceReport,
  type ConformanceTarget,
  checkConformance,
  conformanceSuite,
} from '@messaging-service/conformance';
import { createEmulator } from '@messaging-service/emulator';

async function main(): Promise<void> {
  const { baseUrl, fetch, account } = createEmulator();
  const target: ConformanceTarget = { baseUrl, fetch, keys: { accountKey: account.apiKey } };
  const report: ConformanceReport = await checkConformance(target);
  const failed: ClauseResult[] = report.clauses.filter(({ outcome }) => outcome === 'failed');
  deepEqual(failed, []);
  equal(report.interpretations.length > 0, true);

  const names: string[] = [];
  conformanceSuite(target, (name) => names.push(name));
  equal(names.length, report.clauses.length);
}

void main();
