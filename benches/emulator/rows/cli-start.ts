/** The time from the start of the built command to its first response. Needs `npm run build`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { show, spread } from '../../measure/statistics.ts';
import { messageBody } from '../requests.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CLI = [here('../../../packages/emulator/bin/messaging-emulator.js'), '--port', '0', '--json'];
const BARE = [here('../servers/bare-start.js')];

/** The line that a server prints when it is ready. */
interface Ready {
  readonly url: string;
  readonly account?: { readonly apiKey: string };
}

/** Starts a program and sends a message until it responds with 200. Returns the milliseconds. */
async function firstAnswer(program: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, account } = JSON.parse(line) as Ready;
  const response = await fetch(`${url}/message?key=${account?.apiKey ?? ''}`, {
    method: 'POST',
    body: messageBody(0),
  });
  const elapsed = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`returned ${response.status}: ${await response.text()}`);
  await response.text();
  child.kill();
  await once(child, 'exit');
  return elapsed;
}

const work = 'CLI to its first 200, as built, against a bare `node:http` server';
const aim = '≤ 1.4×';
try {
  const contestants = { bare: () => firstAnswer(BARE), cli: () => firstAnswer(CLI) };
  const rounds = await interleaved(21, contestants, 3);
  const ratio = spread(rounds.map(({ bare, cli }) => cli / bare));
  const middle = (who: 'bare' | 'cli') => Math.round(spread(rounds.map((round) => round[who])).median);
  const measured = `${show(ratio, '×')}, ${middle('cli')} ms against ${middle('bare')} ms`;
  report([{ work, aim, measured, met: ratio.median <= 1.4 }]);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  report([{ work, aim, measured: `skipped (${reason}): \`npm run build\` first` }]);
}
