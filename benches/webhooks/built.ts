import { existsSync } from 'node:fs';

type Webhooks = typeof import('@messaging-service/webhooks');

/** The entry as it is built: that is what people install. */
export const ENTRY = new URL('../../packages/webhooks/dist/index.js', import.meta.url);

/** Loads the built package. */
export async function loadBuilt(): Promise<Webhooks> {
  if (!existsSync(ENTRY)) throw new Error('npm run build first');
  return (await import(ENTRY.href)) as Webhooks;
}
