import { writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readSamples } from './api-samples.ts';
import { read } from './pages.ts';

interface Operation {
  readonly operationId: string;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Record<string, unknown>>>;
}

/** Writes both OpenAPI documents as the API reference reads them: with code in TypeScript for each operation. */
export function writeApiDocuments(folder: string): void {
  const samples = readSamples();
  for (const name of ['openapi', 'control-api']) {
    const document = parse(read(`docs/${name}.yaml`)) as OpenApi;
    for (const item of Object.values(document.paths))
      for (const [method, operation] of Object.entries(item)) item[method] = withSample(operation, samples);
    writeFileSync(`${folder}${name}.json`, JSON.stringify(document));
    writeFileSync(`${folder}${name}.yaml`, read(`docs/${name}.yaml`));
  }
}

function withSample(operation: unknown, samples: ReadonlyMap<string, string>): unknown {
  const source = samples.get((operation as Operation).operationId);
  if (source === undefined) return operation;
  return { ...(operation as object), 'x-codeSamples': [{ lang: 'typescript', label: 'SDK', source }] };
}
