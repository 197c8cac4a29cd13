import { useEffect, useState } from 'react';

/** A value once it has stayed so long: what changes with each key is asked for when somebody pauses. */
export function useRested<Value>(value: Value, restMs: number): Value {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
