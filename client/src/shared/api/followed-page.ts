interface Followed {
  minPosition?: number | undefined;
}

/**
 * For lists that follow a private channel: which position an answer has to include is no part of what is kept under which name,
 * so that a page stays what it is while it is asked for again, and pushes leave no heap of answers behind.
 */
export const followedPage = {
  serializeQueryArgs: ({ queryArgs }: { queryArgs: unknown }) => {
    const { minPosition: _, ...page } = { ...(queryArgs as Followed | undefined) };
    return page;
  },
  forceRefetch: ({ currentArg, previousArg }: { currentArg: unknown; previousArg: unknown }) =>
    positionOf(currentArg) !== positionOf(previousArg),
};

function positionOf(asked: unknown): number | undefined {
  return (asked as Followed | undefined)?.minPosition;
}
