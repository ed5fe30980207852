import { CONTROL_ROUTES } from './control-routes.ts';
import type { Host } from './host.ts';
import type { HttpResponse } from './message.ts';

/** What is here, for a person who opens the server's address in a browser. */
export function inspectorPage({ service }: Host): HttpResponse {
  const { state, driver } = service.core;
  const rows = CONTROL_ROUTES.map(
    ({ method, path }) => `<tr><td>${method}</td><td><code>/_emulator${path}</code></td></tr>`,
  );
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Messaging emulator</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  td { padding: .1rem 1.5rem .1rem 0; }
</style>
<h1>Messaging emulator</h1>
<p>${new Date(driver.now()).toISOString()} (${driver.mode} clock): ${state.messages.size} messages,
${state.accounts.size} accounts, ${state.deliveries.size} webhook deliveries.</p>
<h2>Control API</h2>
<table>${rows.join('\n')}</table>
</html>
`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
