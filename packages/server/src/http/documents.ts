import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpResponse } from '@messaging-service/emulator/host';

/** Documents for agents, by their paths below the prefix: their types, and where the repository has them. */
const DOCUMENTS: Readonly<Record<string, readonly [type: string, source: string]>> = {
  'agents.md': ['text/markdown; charset=utf-8', 'docs/guides/agents.md'],
  'public-api.yaml': ['application/yaml; charset=utf-8', 'docs/openapi.yaml'],
};

/** Returns the document at a path below the prefix of the control API; undefined when there is none. EMU-40. */
export function documentAt(path: string): HttpResponse | undefined {
  const [type, source] = DOCUMENTS[path] ?? [];
  if (type === undefined || source === undefined) return undefined;
  const headers = { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  return { status: 200, headers, body: read(path, source) };
}

/** Reads a file beside the built file of this code or, for sources, that of the repository. */
function read(path: string, source: string): string {
  try {
    return readFileSync(join(import.meta.dirname, path), 'utf8');
  } catch {
    return readFileSync(join(import.meta.dirname, '../../../..', source), 'utf8');
  }
}
