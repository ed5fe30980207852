/** `verify`, which runs everywhere, against direct calls of Web Crypto with a key that was imported once. */
import { interleaved } from '../../measure/interleaved.ts';
import { type Row, reportEach } from '../../measure/report.ts';
import { digits, show, spread } from '../../measure/statistics.ts';
import { payloadOf, SECRET, SIZES } from '../bodies.ts';
import { loadBuilt } from '../built.ts';
import { repeated, timesFor } from '../repeated.ts';

const { subtle } = crypto;
const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const importKey = () => subtle.importKey('raw', Buffer.from(SECRET), algorithm, false, ['verify']);
const key = await importKey();
const { signTestWebhook, verify } = await loadBuilt();

async function rowFor(bytes: number): Promise<Row> {
  const body = Buffer.from(JSON.stringify(payloadOf(bytes)));
  const { headers } = await signTestWebhook(body.toString('utf8'), { secret: SECRET });
  const floor = async () => {
    const signed = Buffer.from(`${body.toString('base64')}.${headers.environment}.${headers.timestamp}`);
    const matches = await subtle.verify('HMAC', key, Buffer.from(headers.signature, 'base64'), signed);
    if (!matches) throw new Error('does not match');
    return JSON.parse(body.toString('utf8')) as unknown;
  };
  const options = { secrets: SECRET };
  const times = Math.ceil(timesFor(bytes) / 5);
  const rounds = await interleaved(
    31,
    {
      floor: () => repeated(times, floor),
      own: () => repeated(times, () => verify({ body, headers }, options)),
    },
    6,
  );
  const ratio = spread(rounds.map(({ own, floor: other }) => own / other));
  const middle = (who: 'own' | 'floor') => digits(spread(rounds.map((round) => round[who])).median);
  return {
    work: `webhooks, \`verify\` by Web Crypto, ${body.length} B, against direct calls of Web Crypto with an imported key`,
    aim: '',
    measured: `${show(ratio, '×')}, ${middle('own')} µs against ${middle('floor')} µs`,
  };
}

await reportEach(SIZES, rowFor);
