import { useEffect, useRef } from 'react';

/** Reloads after a reconnection of the stream, for messages in between. */
export function useRefetchOnReturn(isFollowed: boolean, refetch: () => unknown): void {
  const wasFollowed = useRef(false);
  useEffect(() => {
    if (!isFollowed) return;
    if (wasFollowed.current) void refetch();
    wasFollowed.current = true;
  }, [isFollowed, refetch]);
}
