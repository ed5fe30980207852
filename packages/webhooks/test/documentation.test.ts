import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const config = ts.getParsedCommandLineOfConfigFile(
  `${packageFolder}../../tsconfig.json`,
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  },
);

/** What examples take as given, since readers have their own. */
const GIVEN = `
import type { DedupeStore, WebhookActions, WebhookHandler } from '@messaging-service/webhooks';
import type { Express } from 'express';
import type { FastifyInstance } from 'fastify';
import type Koa from 'koa';
declare global {
  const secret: string, secrets: string, body: string, headers: Headers, url: string;
  const request: Request, payload: object, on: WebhookActions, dedupe: DedupeStore, handler: WebhookHandler;
  const express: typeof import('express'), app: Express, fastify: FastifyInstance;
  const router: { post(path: string, middleware: Koa.Middleware): void };
  function reply(to: number, text: string): void;
  function markDelivered(messageUuid: string, delivered: boolean): Promise<void>;
  function saveReply(from: number, text: string): Promise<void>;
}
`;
const GIVEN_FILE = `${packageFolder}src/given.example.ts`;

/** The examples in doc comments, each as a file of its own beside the sources. */
const examples = new Map([[GIVEN_FILE, GIVEN] as const, ...docExamples()]);

function docExamples() {
  return readdirSync(`${packageFolder}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const blocks = readFileSync(`${packageFolder}src/${file}`, 'utf8').matchAll(
        /^ *\* ```ts\n([^`]*?)^ *\* ```/gm,
      );
      return [...blocks].map(([, block = ''], index) => {
        const name = `${packageFolder}src/${file.replace(/\W/g, '-')}.example-${index}.ts`;
        return [name, block.replace(/^ *\* ?/gm, '')] as const;
      });
    });
}

test('every example in a doc comment compiles', { timeout: 60_000 }, () => {
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (file) => examples.has(file) || fileExists(file);
  host.getSourceFile = (file, language, ...rest) => {
    const example = examples.get(file);
    return example === undefined
      ? getSourceFile(file, language, ...rest)
      : ts.createSourceFile(file, example, language);
  };
  const program = ts.createProgram([...examples.keys()], options, host);
  const found = [...examples.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const faults = found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
  expect(examples.size).toBeGreaterThan(12);
  expect(faults).toEqual([]);
});
