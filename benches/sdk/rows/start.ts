/** Time from the start of a process to its first response, as in a script or a function in the cloud. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../../emulator/requests.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { type Row, report } from '../../measure/report.ts';
import { ServerProcess } from '../../measure/server-process.ts';
import { digits, median, show, spread } from '../../measure/statistics.ts';
import { moduleOf } from '../clients.ts';

const ROUNDS = 11;
const STARTS = 4;

const server = await ServerProcess.start(new URL('../server.ts', import.meta.url));
const { url } = await server.report();
const { hostname, port } = new URL(url);
const options = JSON.stringify({ baseUrl: url, accountKey: 'k' });
const message = JSON.stringify(messageOf(0));

/** The programs are as short as possible, so that only the client is measured. */
const programs: Readonly<Record<string, string>> = {
  fetch: `const answer = await fetch('${url}/message?key=k', { method: 'POST', body: JSON.stringify({ messages: [${message}] }) });
    await answer.json();`,
  sdk: `const { createMessagingClient } = await import('${moduleOf('sdk')}');
    await createMessagingClient(${options}).messages.sendOne(${message});`,
  'sdk/node': `const { createMessagingClient } = await import('${moduleOf('sdk')}');
    const { createNodeTransport } = await import('${moduleOf('sdk/node')}');
    const client = createMessagingClient({ ...${options}, transport: createNodeTransport() });
    await client.messages.sendOne(${message});`,
  'node:http': `const { request } = await import('node:http');
    await new Promise((done, failed) => {
      const outgoing = request('${url}/message?key=k', { method: 'POST' }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => { text += chunk; }).on('end', () => done(JSON.parse(text)));
      });
      outgoing.on('error', failed).end(JSON.stringify({ messages: [${message}] }));
    });`,
  ky: `const { default: ky } = await import('${moduleOf('ky')}');
    await ky.post('${url}/message?key=k', { json: { messages: [${message}] } }).json();`,
  resend: `const { Resend } = await import('${moduleOf('resend')}');
    await new Resend('k', { baseUrl: '${url}' }).emails.send({ from: 'a@b.test', to: 'a@b.test', subject: 's', text: 't' });`,
  '@octokit/rest': `const { Octokit } = await import('${moduleOf('@octokit/rest')}');
    await new Octokit({ baseUrl: '${url}' }).request('POST /message', ${message});`,
  openai: `const { OpenAI } = await import('${moduleOf('openai')}');
    await new OpenAI({ apiKey: 'k', baseURL: '${url}' }).post('/message', { body: ${message} });`,
  stripe: `const { default: Stripe } = await import('${moduleOf('stripe')}');
    await new Stripe('k', { host: '${hostname}', port: '${port}', protocol: 'http' }).customers.create({ phone: '1' });`,
};

async function firstAnswer(program: string): Promise<number> {
  const startedAt = performance.now();
  const code = `${program}\nprocess.stdout.write('!'); process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const elapsed = performance.now() - startedAt;
  await exited;
  return elapsed;
}

/** One start depends on what else the machine does at that moment, so each round is the mean of several. */
async function meanOfStarts(program: string): Promise<number> {
  let sum = 0;
  for (let start = 0; start < STARTS; start++) sum += await firstAnswer(program);
  return sum / STARTS;
}

const rounds = await interleaved(
  ROUNDS,
  Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, () => meanOfStarts(program)])),
);
server.stop();
const ratios = (name: string) => rounds.map((round) => (round[name] ?? 0) / (round.fetch ?? 0));
const others = Object.keys(programs)
  .slice(3)
  .map((name) => `${name} ${digits(median(ratios(name)))}`);

function startRow(work: string, name: string, aim: number): Row {
  const ours = spread(ratios(name));
  return {
    work,
    aim: `≤ ${aim} × fetch`,
    measured: `${show(ours, '×')}; ${others.join(', ')}`,
    met: ours.median <= aim,
  };
}

report([
  startRow('process start to first response', 'sdk', 1.15),
  startRow('process start to first response, Node transport', 'sdk/node', 1),
]);
