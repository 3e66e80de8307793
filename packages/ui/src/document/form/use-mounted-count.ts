import { useEffect, useState } from 'react';

/** How many rows are rendered at once, and how many follow in each step. */
const first = 40;
const step = 20;

/**
 * How many of `total` rows are rendered: the first ones at once, the others in short steps, between which the browser
 * handles keys and clicks. Few new rows are rendered at once.
 */
export function useMountedCount(total: number): number {
  const [count, setCount] = useState(first);
  const isWhole = total - count <= step;
  useEffect(() => {
    if (isWhole) {
      setCount((known) => Math.max(known, total));
      return;
    }
    const timer = setTimeout(() => setCount(count + step));
    return () => clearTimeout(timer);
  }, [count, total, isWhole]);
  return isWhole ? total : count;
}
