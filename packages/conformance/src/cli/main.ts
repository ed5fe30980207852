import { writeFileSync } from 'node:fs';
import { printable, runCommand, UsageError } from '@messaging-service/command-line';
import manifest from '../../package.json' with { type: 'json' };
import { identifyService } from '../identity/identify.ts';
import { type ConformanceReport, checkIdentified, reportOf } from '../report/check.ts';
import { formatReport } from '../report/format.ts';
import { formatJunit } from '../report/junit.ts';
import { choosePaint, PLAIN } from '../report/paint.ts';
import { findRefusedKey } from '../report/refused-key.ts';
import { redact } from '../service/redact.ts';
import type { ConformanceTarget } from '../service/target.ts';
import { readCommandLine, USAGE } from './options.ts';

/** The exit code of each verdict. */
const EXIT_CODES = { service: 0, 'service-with-differences': 1, 'not-a-service': 2 } as const;
/** The exit code of everything that is not a verdict. */
const NOT_CHECKED = 3;

/** The command `messaging-conformance`. */
async function main(args: readonly string[]): Promise<number> {
  const { target, details, json, junit, write } = readCommandLine(args, process.env);
  const report = await check(target);
  const { stdout, env } = process;
  const paint = choosePaint(env, stdout.isTTY);
  // As bytes, because escapes in a text are shown. All text of the service is escaped before it is colored.
  const text = json ? `${JSON.stringify(report)}\n` : formatReport(report, { target, details, paint });
  stdout.write(json || paint === PLAIN ? text : Buffer.from(text));
  if (junit !== undefined) writeText('--junit', junit, formatJunit(report));
  const isService = report.verdict.conclusion !== 'not-a-service';
  if (write !== undefined && isService)
    writeText('--write', write, `${JSON.stringify(report.emulator, undefined, 2)}\n`);
  return EXIT_CODES[report.verdict.conclusion];
}

/** Runs the cases only on a service that accepts its keys. */
async function check(target: ConformanceTarget): Promise<ConformanceReport> {
  const foreign = await identifyService(target);
  if (foreign !== undefined) return reportOf(foreign, target);
  const refusal = await findRefusedKey(target);
  if (refusal !== undefined) throw new UsageError(printable(redact(refusal, target.keys)));
  return checkIdentified(target, undefined);
}

function writeText(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be written: ${(error as Error).message}`);
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
  usageExitCode: NOT_CHECKED,
});
