import { writeFileSync } from 'node:fs';
import { printable, runCommand, UsageError } from '@messaging-service/command-line';
import manifest from '../../package.json' with { type: 'json' };
import { checkConformance } from '../report/check.ts';
import { formatReport } from '../report/format.ts';
import { findRefusedKey } from '../report/refused-key.ts';
import { redact } from '../service/redact.ts';
import type { ConformanceTarget } from '../service/target.ts';
import { readCommandLine, USAGE } from './options.ts';

/** The command `messaging-conformance`. */
async function main(args: readonly string[]): Promise<number> {
  const { target, json, write } = readCommandLine(args, process.env);
  await reach(target);
  const refusal = await findRefusedKey(target);
  if (refusal !== undefined) throw new UsageError(printable(redact(refusal, target.keys)));
  const report = await checkConformance(target);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : formatReport(report));
  if (write !== undefined) writeConfig(write, report.emulator);
  return report.clauses.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

/** Checks that the service is reachable, because a service that does not respond breaks no clause. */
async function reach({ baseUrl, keys }: ConformanceTarget): Promise<void> {
  try {
    await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new UsageError(redact(`${baseUrl} cannot be reached: ${printable(String(why))}`, keys));
  }
}

function writeConfig(file: string, config: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(config, undefined, 2)}\n`);
  } catch (error) {
    throw new UsageError(`--write ${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Messages repeat what was typed, and a key can be typed at the wrong place. */
function withoutKeys(message: string): string {
  const { MESSAGING_ACCOUNT_KEY: accountKey = '', MESSAGING_ORGANIZATION_KEY: organizationKey } = process.env;
  return redact(message, { accountKey, organizationKey });
}

await runCommand({
  name: 'messaging-conformance',
  version: manifest.version,
  usage: () => USAGE,
  run: main,
  redact: withoutKeys,
});
