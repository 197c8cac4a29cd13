/** Where codes go, and what an account can be bound to. By itself, so that a page that only names them loads no schemas. */
export const CHANNELS = ['phone', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];
