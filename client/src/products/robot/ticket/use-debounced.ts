import { useEffect, useState } from 'react';

/** Debounced value: returned once it has not changed for `restMs`. */
export function useDebounced<Value>(value: Value, restMs: number): Value {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
