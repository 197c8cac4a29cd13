interface Followed {
  minPosition?: number | undefined;
}

/**
 * For lists that follow a private channel: which position an answer has to include is no part of what is kept under which name,
 * so that a page stays what it is while it is asked for again, and pushes leave no heap of answers behind.
 */
export const followedPage = {
  serializeQueryArgs: ({ queryArgs: { minPosition: _, ...page } }: { queryArgs: Followed }) => page,
  forceRefetch: ({
    currentArg,
    previousArg,
  }: {
    currentArg: Followed | undefined;
    previousArg: Followed | undefined;
  }) => currentArg?.minPosition !== previousArg?.minPosition,
};
