import { useEffect, useRef } from 'react';

/** What came while the stream was away is asked for when it is back. */
export function useReturned(isFollowed: boolean, refetch: () => unknown): void {
  const wasFollowed = useRef(false);
  useEffect(() => {
    if (!isFollowed) return;
    if (wasFollowed.current) void refetch();
    wasFollowed.current = true;
  }, [isFollowed, refetch]);
}
