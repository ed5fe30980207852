import { spawn } from 'node:child_process';

/** The command that opens an address in the default browser. */
function opener(platform: NodeJS.Platform): readonly [command: string, ...args: string[]] {
  if (platform === 'darwin') return ['open'];
  // `start` takes its first argument in quotes for a window's title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""'];
  return ['xdg-open'];
}

/** Opens an address in the browser. If that fails, writes a message and continues. */
export function openBrowser(url: string): void {
  const [command, ...args] = opener(process.platform);
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', (error) => {
    process.stderr.write(
      `messaging-emulator: no browser could be opened (${error.message}). Open ${url} yourself.\n`,
    );
  });
  child.unref();
}
