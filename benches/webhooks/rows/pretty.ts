/** Verifying pretty-printed bodies that were signed minified, against parsing and serialising them again. */
import { interleaved } from '../../measure/interleaved.ts';
import { type Row, reportEach } from '../../measure/report.ts';
import { digits, show, spread } from '../../measure/statistics.ts';
import { payloadOf, SECRET, SIZES } from '../bodies.ts';
import { loadBuilt } from '../built.ts';
import { serializingAgain } from '../by-hand.ts';
import { repeated, timesFor } from '../repeated.ts';

const { signTestWebhook, verifySync } = await loadBuilt();

async function rowFor(bytes: number): Promise<Row> {
  const payload = payloadOf(bytes);
  const body = Buffer.from(JSON.stringify(payload, null, 2));
  const { headers } = await signTestWebhook(payload, { secret: SECRET });
  const again = serializingAgain(SECRET, `.${headers.environment}.${headers.timestamp}`, headers.signature);
  const options = { secrets: SECRET };
  const rounds = await interleaved(
    41,
    {
      again: () => repeated(timesFor(bytes), () => again(body)),
      own: () => repeated(timesFor(bytes), () => verifySync({ body, headers }, options)),
    },
    8,
  );
  const ratio = spread(rounds.map(({ own, again: other }) => own / other));
  const middle = (who: 'own' | 'again') => digits(spread(rounds.map((round) => round[who])).median);
  return {
    work: `webhooks, pretty-printed ${body.length} B, against JSON.stringify(JSON.parse())`,
    aim: '≤ 1×',
    measured: `${show(ratio, '×')}, ${middle('own')} µs against ${middle('again')} µs`,
    met: ratio.median <= 1,
  };
}

await reportEach(SIZES, rowFor);
