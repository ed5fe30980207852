import { uncached } from '@messaging-service/contract';
import type { ListenError } from '../http/listen-error.ts';

/** How long the other program may take to identify itself. */
const PATIENCE_MS = 1_000;

/** Explains why the server cannot listen, and what to do about it. */
export async function explainListenError(
  { code, problem }: ListenError,
  host: string,
  port: number,
): Promise<string> {
  if (code === 'EACCES')
    return `${problem}\nPorts below 1024 need administrator rights. Use another port, such as --port 4010.`;
  if (code !== 'EADDRINUSE') return problem;
  const holder = (await isEmulator(host, port))
    ? 'Another messaging emulator uses this port. Use that emulator, or stop it.'
    : 'Another program uses this port. Stop that program.';
  const finding = process.platform === 'win32' ? `netstat -ano | findstr :${port}` : `lsof -i :${port}`;
  return `${problem}\n${holder} "${finding}" shows its process. Or use a free port with --port 0.`;
}

async function isEmulator(host: string, port: number): Promise<boolean> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`http://${name}:${port}/_emulator/health`, { signal, ...uncached() });
    // An emulator with a token refuses the call with its own message.
    const body = await response.text();
    return body.includes('"status":"ok"') || response.headers.get('www-authenticate') === 'Bearer';
  } catch {
    return false;
  }
}
