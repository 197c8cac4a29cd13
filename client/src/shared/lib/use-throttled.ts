import { useEffect, useRef, useState } from 'react';

/** The value, followed at most once in `ms`: the last one always arrives. */
export function useThrottled<Value>(value: Value, ms: number): Value {
  const [followed, setFollowed] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    const follow = () => {
      changedAt.current = Date.now();
      setFollowed(value);
    };
    const timer = setTimeout(follow, Math.max(0, changedAt.current + ms - Date.now()));
    return () => clearTimeout(timer);
  }, [value, ms]);
  return followed;
}
