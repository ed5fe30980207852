import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpResponse } from '@messaging-service/emulator/host';

/** The folder beside the built file of this code; for sources, the folder in which the build puts it. */
const FOLDERS = ['inspector', '../../../emulator/dist/inspector'].map((folder) =>
  join(import.meta.dirname, folder),
);

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The page may load files of this server only, and run its own scripts only. Other pages cannot show it in a frame. */
const SAFETY = {
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // For browsers that do not know `frame-ancestors`.
  'x-frame-options': 'DENY',
} as const;

const UNBUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Messaging emulator</title>
<p>The inspector is not built here: run <code>npm run build</code> in the repository and load this page again.</p>
</html>
`;

/**
 * Reads the inspector's files with the first request. Each is looked up by its name, so that a path cannot refer to
 * other files.
 */
export function inspectorFiles(
  folders: readonly string[] = FOLDERS,
): (path: string) => HttpResponse | undefined {
  let files: ReadonlyMap<string, HttpResponse> | undefined;
  return (path) => {
    files ??= readFiles(folders);
    return files.get(path);
  };
}

function readFiles(folders: readonly string[]): ReadonlyMap<string, HttpResponse> {
  const folder = folders.find((one) => readNames(one).includes('index.html'));
  if (folder === undefined) return new Map([['', fileResponse('index.html', UNBUILT)]]);
  const names = readNames(folder).filter((name) => extensionOf(name) in TYPES);
  return new Map(
    names.map((name) => [
      name === 'index.html' ? '' : name.replaceAll('\\', '/'),
      fileResponse(name, readFileSync(join(folder, name), 'utf8')),
    ]),
  );
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** The names of assets contain a hash of their content. The page, which names them, is not cached. */
function fileResponse(name: string, body: string): HttpResponse {
  const caching = name === 'index.html' ? 'no-cache' : 'max-age=31536000, immutable';
  const type = TYPES[extensionOf(name)] ?? 'text/plain';
  return { status: 200, headers: { 'content-type': type, 'cache-control': caching, ...SAFETY }, body };
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
