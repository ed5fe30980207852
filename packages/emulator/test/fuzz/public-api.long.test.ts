import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sharedServer } from '../server-process.ts';
import { type FuzzedRequest, type Operation, requests } from './request.ts';
import { checkAnswer, checkLedger, fuzz, send, stateOf } from './run.ts';
import { type References, type Schema, valuesOf } from './values.ts';

const server = sharedServer({ config: { webhooks: { timeout: '500ms', retryDelays: [] } } });

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The operations of docs/openapi.yaml. */
function operations(accountUuid: string): Operation[] {
  const file = new URL('../../../../docs/openapi.yaml', import.meta.url);
  const { paths, components } = parse(readFileSync(file, 'utf8')) as Document;
  const references: References = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
  );
  return Object.entries(paths).flatMap(([path, described]) =>
    Object.entries(described)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { parameters = [], requestBody }]): Operation => {
        const query = parameters.filter((parameter) => parameter.in === 'query');
        return {
          method: method.toUpperCase(),
          path,
          params: fc.oneof(fc.constant(accountUuid), fc.uuid()),
          query: valuesOf(
            {
              type: 'object',
              properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
            },
            references,
          ),
          body: requestBody && valuesOf(requestBody.content['application/json'].schema, references),
        };
      }),
  );
}

/** Most calls have the key that their operation requires. */
function withKey(request: FuzzedRequest): FuzzedRequest {
  const key = /^\/(?:account|topup)/.test(request.target) ? server().organizationKey : server().accountKey;
  return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}key=${key}` };
}

test('no request of the public API results in 5xx, hangs, or has an effect when it is refused', async () => {
  let answered = 0;
  let accepted = 0;
  await fuzz(requests(operations(server().accountUuid)), async (sequence) => {
    await server().control('POST /reset', {});
    for (const [index, request] of sequence.entries()) {
      const keyed = withKey(request);
      const sampled = index % 3 === 0;
      const before = sampled ? await stateOf(server()) : '';
      const answer = await send(server().url, keyed);
      checkAnswer(keyed, answer);
      if (sampled && answer.status >= 400) expect(await stateOf(server())).toBe(before);
      answered++;
      if (answer.status === 200) accepted++;
    }
    await checkLedger(server());
    expect((await server().control('GET /health')).status).toBe(200);
  });
  process.stdout.write(`${answered} requests of the public API, ${accepted} of them accepted\n`);
  // Requests without a valid key would test only the check of the key.
  expect(accepted).toBeGreaterThan(answered / 20);
});
