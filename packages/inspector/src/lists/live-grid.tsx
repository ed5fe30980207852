import { Failure } from '../components/loading.tsx';
import { VirtualGrid, type VirtualGridProps } from './virtual-grid.tsx';

/** A table, or the reason why it cannot be read. Rows that were read before stay, and the reason is below them. */
export function LiveGrid<Row>(props: VirtualGridProps<Row>) {
  const { total, error, refresh } = props.rows;
  return (
    <>
      {(total !== undefined || error === undefined) && <VirtualGrid {...props} />}
      <Failure of={{ data: total, error, isGone: false, refresh }} />
    </>
  );
}
