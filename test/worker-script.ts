import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Serves MSW's worker script at the root of the page's origin, as service workers require. */
export function workerScript(): Plugin {
  const file = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'));
  return {
    name: 'msw-worker-script',
    configureServer(server) {
      server.middlewares.use('/mockServiceWorker.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(readFileSync(file));
      });
    },
  };
}
