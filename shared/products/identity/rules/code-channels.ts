/**
 * Channels for codes and account bindings. They have a separate file, so that a page that needs only the names loads no
 * schemas.
 */
export const CHANNELS = ['phone', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];
