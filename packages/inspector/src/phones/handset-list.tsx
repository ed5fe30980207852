import type { HandsetView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Loading } from '../components/loading.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { NothingMatches } from '../find/nothing-matches.tsx';
import { count } from '../format.ts';
import { type Column, LiveGrid } from '../lists/virtual-grid.tsx';
import type { Rows } from '../live/rows.ts';
import { MessageText } from '../objects/message-text.tsx';
import { FirstMessage } from '../sending/first-message.tsx';
import { phoneNumberIn } from './phone-number.ts';

const COLUMNS: readonly Column<HandsetView>[] = [
  {
    name: 'Handset',
    cell: ({ number, text, latestAt, state, messages }) => (
      <span class="handset">
        <span class="handset-line">
          <b>+{number}</b>
          <span class="handset-when">
            <Timestamp at={latestAt} />
          </span>
        </span>
        <span class="handset-line">
          <MessageText text={text} />
          {state === 'inbound' ? <Chip kind="inbound">reply</Chip> : <Chip kind={state}>{state}</Chip>}
        </span>
        <span class="visually-hidden">, {count(messages)} messages</span>
      </span>
    ),
  },
];

interface HandsetListProps {
  readonly rows: Rows<HandsetView>;
  readonly q: string;
  readonly selected: string | undefined;
  readonly onOpen: (number: string) => void;
  readonly onClear: () => void;
}

/** The handsets that a search finds, those with the latest activity first. */
export function HandsetList({ rows, q, selected, onOpen, onClear }: HandsetListProps) {
  if (rows.total === undefined && rows.error === undefined) return <Loading what="handsets" />;
  if (rows.total === 0 || rows.problem !== undefined)
    return <NoHandsets q={q} problem={rows.problem} onOpen={onOpen} onClear={onClear} />;
  return (
    <LiveGrid
      label="Handsets, newest first"
      layout="grid-handsets"
      headless
      rows={rows}
      columns={COLUMNS}
      rowHeight={3.75}
      selected={selected}
      onSelect={onOpen}
    />
  );
}

function NoHandsets({
  q,
  problem,
  onOpen,
  onClear,
}: Pick<HandsetListProps, 'q' | 'onOpen' | 'onClear'> & { readonly problem: string | undefined }) {
  if (q === '') return <FirstMessage />;
  const number = phoneNumberIn(q);
  return (
    <>
      <NothingMatches what="handset" problem={problem} onClear={onClear} />
      {number !== undefined && (
        <p class="empty">
          <button type="button" onClick={() => onOpen(number)}>
            Open the phone +{number}
          </button>
        </p>
      )}
    </>
  );
}
