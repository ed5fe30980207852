import { ActionButton } from '../components/action-button.tsx';
import type { RowSource } from '../live/rows.ts';
import { csvOf, type Exported } from './csv.ts';
import { download } from './download.ts';
import { readAll } from './read-all.ts';

const FORMATS = {
  // Without a byte order mark, Excel reads the file in the encoding of the machine.
  csv: { type: 'text/csv', write: (rows: readonly Exported[]) => `\uFEFF${csvOf(rows)}` },
  json: { type: 'application/json', write: (rows: readonly Exported[]) => JSON.stringify(rows, null, 2) },
} as const;

/** Buttons that save every row that the search and the filters of a list find as a file. */
export function ExportButtons({ source }: { readonly source: RowSource<never> }) {
  const save = async (format: keyof typeof FORMATS) => {
    const { type, write } = FORMATS[format];
    download(`${source.member}.${format}`, new Blob([write(await readAll<Exported>(source))], { type }));
  };
  return (['csv', 'json'] as const).map((format) => (
    <ActionButton
      class="small quiet"
      key={format}
      aria-label={`Export as ${format.toUpperCase()}`}
      onAction={() => save(format)}
      done={`The ${source.member} of this list are saved.`}
    >
      {format.toUpperCase()}
    </ActionButton>
  ));
}
