/** The instant of a local time, such as `2027-07-10T09:00`, in a time zone. */
export function instantOf(local: string, zone: string): number {
  const asGmt = Date.parse(`${local}Z`);
  return asGmt - offsetOf(asGmt - offsetOf(asGmt, zone), zone);
}

/** How far the clocks of a zone are ahead of GMT, in milliseconds. */
function offsetOf(at: number, zone: string): number {
  const shown = new Date(at).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');
  return Date.parse(`${shown}Z`) - at;
}
