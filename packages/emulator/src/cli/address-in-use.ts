/** How long the other program has time to say what it is. */
const PATIENCE_MS = 1_000;

/** Explains why the server cannot listen, and what to do about it. */
export async function explainListenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
): Promise<string> {
  const sentence = `Cannot listen on ${host}:${port}: ${error.message}`;
  if (error.code === 'EACCES')
    return `${sentence}\nPorts below 1024 need rights; pass another one with --port.`;
  if (error.code !== 'EADDRINUSE') return sentence;
  const holder = (await isEmulator(host, port))
    ? 'Another messaging emulator listens there: use that one, or stop it.'
    : 'Another program listens there: stop it.';
  const finding = process.platform === 'win32' ? `netstat -ano | findstr :${port}` : `lsof -i :${port}`;
  return `${sentence}\n${holder} "${finding}" shows its process. --port 0 takes a free port instead.`;
}

async function isEmulator(host: string, port: number): Promise<boolean> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`http://${name}:${port}/_emulator/health`, { signal });
    // One that has a token refuses the call with its own message.
    const body = await response.text();
    return body.includes('"status":"ok"') || response.headers.get('www-authenticate') === 'Bearer';
  } catch {
    return false;
  }
}
