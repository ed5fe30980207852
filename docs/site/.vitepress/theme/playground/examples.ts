/** An example of the playground. */
export interface Example {
  /** The name in the address, such as `first-message`. */
  readonly name: string;
  readonly title: string;
  readonly code: string;
}

const sources = import.meta.glob<string>('./examples/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The examples in the order in which a reader needs them. */
export const examples: readonly Example[] = Object.entries(sources)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([file, code]) => {
    const name = file.replace(/^.*\/\d+-|\.ts$/g, '');
    const words = name.replaceAll('-', ' ');
    return { name, title: words.charAt(0).toUpperCase() + words.slice(1), code };
  });
