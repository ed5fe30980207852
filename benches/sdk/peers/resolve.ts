/** The address of a peer's module, as an `import` in this folder would find it: peers are installed nowhere else. */
export function resolvePeer(name: string): string {
  return import.meta.resolve(name);
}
