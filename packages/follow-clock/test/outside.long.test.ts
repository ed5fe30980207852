import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';
import { servePeers } from './peers.ts';

/** What the programs below import, and how they connect. */
const IMPORTS = `
  import child from 'node:child_process';
  import crypto from 'node:crypto';
  import dgram from 'node:dgram';
  import dns from 'node:dns';
  import fs from 'node:fs';
  import http from 'node:http';
  import http2 from 'node:http2';
  import net from 'node:net';
  import tls from 'node:tls';
  import zlib from 'node:zlib';
  import { buffer, text } from 'node:stream/consumers';
  import { promisify } from 'node:util';
  import { Worker } from 'node:worker_threads';
  const { HTTP, HTTP2, TCP, GREETING, TLS, UDP } = process.env;
  const host = '127.0.0.1';
  const echoed = async (socket) => {
    socket.write('hello');
    const [data] = await once(socket, 'data');
    socket.destroy();
    return data;
  };
  const LARGE = Buffer.alloc(2 ** 24, 'words that repeat');
`;

/** Operations that take some real time. Each one is a program of its own. */
const OPERATIONS: Readonly<Record<string, string>> = {
  fetch: `await (await fetch('http://127.0.0.1:' + HTTP)).text()`,
  'node:http': `await text((await once(http.get({ host, port: HTTP }), 'response'))[0])`,
  'HTTP/2': `
    const session = http2.connect('http://127.0.0.1:' + HTTP2);
    await text(session.request({ ':path': '/' }));
    session.close()`,
  'a ping of HTTP/2': `
    const session = http2.connect('http://127.0.0.1:' + HTTP2);
    await once(session, 'connect');
    await new Promise((resolve) => session.ping(resolve));
    session.close()`,
  TCP: `await echoed(net.connect(TCP, host))`,
  'a greeting on a new connection': `
    const socket = net.connect(GREETING, host);
    await once(socket, 'data');
    socket.destroy()`,
  TLS: `await echoed(tls.connect({ port: TLS, host, rejectUnauthorized: false }))`,
  'TLS on a connection that is open': `
    const socket = net.connect(TLS, host);
    await once(socket, 'connect');
    await echoed(tls.connect({ socket, rejectUnauthorized: false }))`,
  UDP: `
    const socket = dgram.createSocket('udp4');
    socket.send('hello', UDP, host);
    await once(socket, 'message');
    socket.close()`,
  'a look-up of a name': `await dns.promises.lookup('localhost')`,
  'a question to a name server': `await dns.promises.resolve4('localhost').catch(() => undefined)`,
  'a program that runs': `await promisify(child.execFile)('sleep', ['0.05'])`,
  'a command of the shell': `await promisify(child.exec)('sleep 0.05; echo done')`,
  'a program that replies': `
    const program = child.spawn('sh', ['-c', 'while read line; do sleep 0.05; echo $line; done']);
    for (const question of ['first', 'second']) {
      program.stdin.write(question + '\\n');
      await once(program.stdout, 'data');
    }
    program.kill()`,
  'a process of Node': `await promisify(child.execFile)(process.execPath, ['--eval', '1'])`,
  'compression of a buffer': `await promisify(zlib.brotliCompress)(LARGE, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } })`,
  'compression of a stream': `
    const stream = zlib.createGzip();
    stream.end(LARGE);
    await buffer(stream)`,
  'a web stream that compresses': `
    await buffer(new Blob([LARGE]).stream().pipeThrough(new CompressionStream('gzip')))`,
  cryptography: `await promisify(crypto.scrypt)('a', 'b', 64, { N: 2 ** 16, maxmem: 2 ** 28 })`,
  'files with callbacks': `for (let file = 0; file < 50; file++) await promisify(fs.readFile)('package.json')`,
  'files with promises': `for (let file = 0; file < 50; file++) await fs.promises.readFile('package.json')`,
  'a stream from a file': `for (let file = 0; file < 50; file++) await text(fs.createReadStream('package.json'))`,
  'a named pipe': `
    const pipe = process.env.PIPE;
    child.execFileSync('mkfifo', [pipe]);
    child.spawn('sh', ['-c', 'sleep 0.05; echo done > ' + pipe]);
    await fs.promises.readFile(pipe)`,
  WebAssembly: `await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
};

test.each(Object.entries(OPERATIONS))(
  'a deadline of five seconds leaves real time for: %s (EMU-17)',
  async (name, operation) => {
    const { emulator, start } = await serveFollowed({}, await servePeers());
    const application = await start(
      `${IMPORTS}
    setInterval(() => undefined, 1_000);
    setTimeout(async () => {
      let isLate = false;
      const deadline = setTimeout(() => { isLate = true; }, 5_000);
      ${operation};
      clearTimeout(deadline);
      console.log(isLate ? 'too late' : 'in time');
    }, 60_000);
  `,
      { PIPE: `/tmp/outside-${process.pid}-${name.length}-${performance.now()}` },
    );
    await emulator.clock.advance('1h');
    await application.line(/in time|too late/);
    expect([application.lines.at(-1), application.errors()]).toEqual(['in time', '']);
  },
);
