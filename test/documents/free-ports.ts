import { freePort } from '@messaging-service/test-support';
import { type Document, isExcerpt } from './document.ts';

/** The ports in the documents. */
const PORTS = /\b(?:3000|4010|4020|4021)\b/g;

/** Returns the same document with free ports, because its ports may be in use, for example by another test run. */
export async function withFreePorts(document: Document): Promise<Document> {
  const free = new Map<string, string>();
  for (const { text } of document.fences)
    for (const [port] of text.matchAll(PORTS)) if (!free.has(port)) free.set(port, String(await freePort()));
  return {
    ...document,
    fences: document.fences.map((fence) => ({
      ...fence,
      text: isExcerpt(fence) ? fence.text : fence.text.replace(PORTS, (port) => free.get(port) ?? port),
    })),
  };
}
