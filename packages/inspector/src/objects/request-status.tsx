import { Chip } from '../components/chip.tsx';

/** The status of a response with a color; `cut` when a fault cut the connection. */
export function RequestStatus({ status }: { readonly status: number | null }) {
  if (status === null) return <Chip kind="failed">cut</Chip>;
  return <Chip kind={status < 300 ? 'delivered' : status < 500 ? 'warning' : 'failed'}>{status}</Chip>;
}
