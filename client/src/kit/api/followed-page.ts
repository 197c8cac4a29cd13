interface Followed {
  minPosition?: number | undefined;
}

/**
 * Options for lists that follow a private channel. The required position is not part of the cache key, so a page stays visible during a
 * refetch, and pushes do not accumulate cache entries.
 */
export const followedPage = {
  serializeQueryArgs: ({ queryArgs }: { queryArgs: unknown }) => {
    const { minPosition: _, ...page } = { ...(queryArgs as Followed | undefined) };
    return page;
  },
  forceRefetch: ({ currentArg, previousArg }: { currentArg: unknown; previousArg: unknown }) =>
    positionOf(currentArg) !== positionOf(previousArg),
};

function positionOf(request: unknown): number | undefined {
  return (request as Followed | undefined)?.minPosition;
}
