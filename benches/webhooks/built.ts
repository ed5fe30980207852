import { existsSync } from 'node:fs';

type Webhooks = typeof import('@messaging-service/webhooks');

/** The built entry, because users install that. */
export const ENTRY = new URL('../../packages/webhooks/dist/index.js', import.meta.url);

/** Loads the built package. */
export async function loadBuilt(): Promise<Webhooks> {
  if (!existsSync(ENTRY)) throw new Error('The package is not built. Run npm run build.');
  return (await import(ENTRY.href)) as Webhooks;
}
