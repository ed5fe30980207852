import { type Document, isExcerpt } from './document.ts';
import { freePort } from './shell.ts';

/** The ports that documents use. */
const PORTS = /\b(?:3000|4010|4020)\b/g;

/** The same document with free ports: those that it names may be taken, by another run of the tests for example. */
export async function withFreePorts({ path, fences }: Document): Promise<Document> {
  const free = new Map<string, string>();
  for (const { text } of fences)
    for (const [port] of text.matchAll(PORTS)) if (!free.has(port)) free.set(port, String(await freePort()));
  return {
    path,
    fences: fences.map((fence) => ({
      ...fence,
      text: isExcerpt(fence) ? fence.text : fence.text.replace(PORTS, (port) => free.get(port) ?? port),
    })),
  };
}
