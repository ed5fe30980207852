import { runCommand } from '@messaging-service/command-line';
import manifest from '../../../emulator/package.json' with { type: 'json' };
import { MCP_USAGE, readFlags, USAGE } from './flags.ts';
import { openBrowser } from './open-browser.ts';
import { readOptions } from './options.ts';
import { Output } from './output.ts';
import { endServer, startServer } from './running-server.ts';

/** The command `messaging-emulator`: serves until it gets a signal to stop. */
async function serve(args: readonly string[], stop: AbortSignal): Promise<undefined> {
  const options = await readOptions(readFlags(args));
  // With --json, standard output has one line only.
  const output = new Output(options, options.json ? process.stderr : process.stdout);
  const running = await startServer(options, output.log);
  if (stop.aborted) return endServer(running);
  stop.addEventListener('abort', () => void endServer(running));
  const link = withToken(running.server.inspectorUrl, options.controlToken);
  output.announce(running, link);
  if (options.open) openBrowser(link);
}

/** The inspector takes the token from the fragment, which browsers do not send. */
function withToken(url: string, token: string | undefined): string {
  return token === undefined ? url : `${url}#token=${encodeURIComponent(token)}`;
}

/**
 * Runs the command of this process.
 *
 * @param stop - Is aborted with the first signal to stop, which can already have come.
 */
export function runServer(stop: AbortSignal): Promise<void> {
  return runCommand({
    name: 'messaging-emulator',
    version: manifest.version,
    usage: ([first]) => (first === 'mcp' ? MCP_USAGE : USAGE),
    run: async ([first, ...rest]) => {
      if (first !== 'mcp') return serve(first === undefined ? rest : [first, ...rest], stop);
      // Its tools are a third of the package, and other commands do not need them.
      const { serveAgents } = await import('./agents.ts');
      return serveAgents(rest, stop);
    },
    // A test that started the command may stop reading its output.
    outlivesOutput: true,
  });
}
