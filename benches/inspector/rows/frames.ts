/**
 * Frames of the built page with 20,000 messages while 200 a second arrive, in three views with the ribbon above them. The same
 * page without load is measured in the same rounds: on a shared machine, compare with it.
 */

import { MixedCalls } from '../../emulator/mixed-calls.ts';
import type { ServerQuestion, ServerReport } from '../../measure/answer-questions.ts';
import { atRate } from '../../measure/at-rate.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { ProgramProcess } from '../../measure/program-process.ts';
import { startReceiver } from '../../measure/receiver.ts';
import { type Row, report } from '../../measure/report.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';
import { type Drawn, hasChromium, Tab } from '../tab.ts';

const MESSAGES = 20_000;
const RATE = 200;
const VIEWS = ['overview', 'phones', 'requests'] as const;
const ROUNDS = 3;
const SECONDS = 6;
/** 52 of 60 frames. */
const AIM = 52 / 60;

const SHOWN = `Page with ${MESSAGES.toLocaleString('en')} messages`;
const WORK = `${SHOWN}, ${RATE} more a second`;

/** The view without load, and each view with it. */
type Round = Readonly<Record<'idle' | (typeof VIEWS)[number], Drawn>>;

async function measure(): Promise<readonly Round[]> {
  const receiver = await startReceiver();
  const server = new ProgramProcess<ServerQuestion, ServerReport>(
    new URL('../../emulator/servers/emulator.ts', import.meta.url),
  );
  const { url } = await server.ask('report');
  const calls = new MixedCalls(url, receiver.url);
  await calls.fill(MESSAGES);
  const tab = await Tab.open(`${url}/_emulator/`);
  const visit = async (view: string) => {
    await tab.page.goto(`${url}/_emulator/#/${view}`);
    await tab.page.locator(`main.view-${view}`).waitFor();
    await tab.page.locator('.ribbon-strip path[d]:not([d=""])').first().waitFor({ state: 'attached' });
  };
  const idle = async () => {
    await visit('overview');
    return tab.draw(SECONDS);
  };
  const loaded = async (view: string) => {
    await visit(view);
    const sending = atRate(RATE, (SECONDS + 1) * 1_000, () => calls.make('send'));
    const drawn = await tab.draw(SECONDS);
    await sending;
    return drawn;
  };
  const rounds = await interleaved<Round>(ROUNDS, {
    idle,
    overview: () => loaded('overview'),
    phones: () => loaded('phones'),
    requests: () => loaded('requests'),
  });
  await tab.close();
  calls.close();
  receiver.close();
  server.stop();
  return rounds;
}

function rowOf(rounds: readonly Round[], name: keyof Round): Row {
  const seconds = rounds.flatMap((round) => round[name].perSecond);
  const longest = Math.max(...rounds.map((round) => round[name].longestMs));
  const cpu = median(rounds.map((round) => round[name].cpuPercent));
  const measured = `${show(spread(seconds))} frames a second, the longest ${digits(longest)} ms; CPU of the tab ${digits(cpu)} % of a core`;
  if (name === 'idle') return { work: `${SHOWN}, without load: overview`, aim: '', measured };
  const floor = median(rounds.flatMap((round) => round.idle.perSecond));
  return {
    work: `${WORK}: ${name}`,
    aim: `≥ ${Math.round(AIM * 100)} % of the frames without load`,
    measured: `${Math.round((100 * median(seconds)) / floor)} %; ${measured}`,
    met: median(seconds) >= AIM * floor,
  };
}

if (hasChromium) {
  const rounds = await measure();
  report([rowOf(rounds, 'idle'), ...VIEWS.map((view) => rowOf(rounds, view))]);
} else {
  process.stderr.write(
    'No /usr/bin/chromium: frames are not measured. Debian has it as the package chromium.\n',
  );
  report([{ work: WORK, aim: `≥ ${Math.round(AIM * 100)} %`, measured: 'not measured: no Chromium' }]);
}
