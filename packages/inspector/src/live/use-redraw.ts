import { useState } from 'preact/hooks';

/** A function that renders the component again. */
export function useRedraw(): () => void {
  const [, setCount] = useState(0);
  return () => setCount((count) => count + 1);
}
