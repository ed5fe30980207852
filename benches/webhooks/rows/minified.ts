/** Verification of minified bodies by this package and by those of other services, relative to the minimum of each scheme. */
import { interleaved } from '../../measure/interleaved.ts';
import { type Row, report } from '../../measure/report.ts';
import { digits, show, spread } from '../../measure/statistics.ts';
import { payloadOf, SECRET, SIZES } from '../bodies.ts';
import { loadBuilt } from '../built.ts';
import { floorOf, type Scheme } from '../by-hand.ts';
import { arePeersInstalled, type PeerCase, peerCases } from '../peers/verifiers.ts';
import { repeated, timesFor } from '../repeated.ts';

const AIMS: Readonly<Record<number, number>> = { 300: 1.15, 4000: 1.02, 64000: 1.02 };
const ROUNDS = 41;

const { signTestWebhook, verifySync } = await loadBuilt();

async function ownCase(body: Buffer): Promise<PeerCase> {
  const { headers } = await signTestWebhook(body.toString('utf8'), { secret: SECRET });
  const tail = `.${headers.environment}.${headers.timestamp}`;
  const scheme: Scheme = {
    key: SECRET,
    encoding: 'base64',
    signed: (bytes) => bytes.toString('base64') + tail,
  };
  const options = { secrets: SECRET };
  const verify = (bytes: Buffer) => verifySync({ body: bytes, headers }, options);
  return { name: 'webhooks', scheme, signature: headers.signature, verify };
}

async function rowsFor(bytes: number): Promise<readonly Row[]> {
  const body = Buffer.from(JSON.stringify(payloadOf(bytes)));
  const cases = [await ownCase(body), ...(arePeersInstalled ? await peerCases(body) : [])];
  const contestants = cases.flatMap(({ name, scheme, signature, verify }) => {
    const floor = floorOf(scheme, signature);
    return [
      [`${name} floor`, () => repeated(timesFor(bytes), () => floor(body))],
      [name, () => repeated(timesFor(bytes), () => verify(body))],
    ] as const;
  });
  const rounds = await interleaved<Record<string, number>>(ROUNDS, Object.fromEntries(contestants), 8);
  return cases.map(({ name }): Row => {
    const of = (who: string) => rounds.map((round) => round[who] ?? Number.NaN);
    const ratio = spread(
      of(name).map((micros, round) => micros / (of(`${name} floor`)[round] ?? Number.NaN)),
    );
    const [own, floor] = [spread(of(name)).median, spread(of(`${name} floor`)).median];
    const measured = `${show(ratio, '×')}, ${digits(own)} µs against ${digits(floor)} µs`;
    const aim = name === 'webhooks' ? (AIMS[bytes] ?? 1) : undefined;
    return {
      work: `${name}, minified ${body.length} B, against the minimum of its scheme`,
      aim: aim === undefined ? '' : `≤ ${aim}×`,
      measured,
      met: aim === undefined ? undefined : ratio.median <= aim,
    };
  });
}

const rows: Row[] = [];
for (const bytes of SIZES) rows.push(...(await rowsFor(bytes)));
if (!arePeersInstalled)
  rows.push({
    work: 'other services',
    aim: '',
    measured: 'skipped: `npm ci --prefix benches/webhooks/peers` installs them',
  });
report(rows);
