// A development server, which answers requests while time stands still, and whose configuration has timers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { effect, HOUR, ready } from './effects.mjs';

const root = mkdtempSync(join(tmpdir(), 'vite-application-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
writeFileSync(join(root, 'index.html'), '<script type="module" src="/page.ts"></script>');
writeFileSync(join(root, 'page.ts'), 'export const answer: number = 42;');

const url = `http://127.0.0.1:${process.env.PORT}`;
const server = await createServer({
  root,
  configFile: false,
  server: { host: '127.0.0.1', port: Number(process.env.PORT), strictPort: true },
});
await server.listen();
const answered = async (path, part) => (await (await fetch(url + path)).text()).includes(part);
effect(`page ${await answered('/', '/@vite/client')}`);
effect(`module ${await answered('/page.ts', 'answer = 42')}`);
setInterval(async () => effect(`page ${await answered('/', '/@vite/client')}`), HOUR);
ready();
