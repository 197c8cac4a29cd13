/** Facts of the notifications of products, each by its kind: data, which `shared/wire/message-fields.ts` turns into schemas. */

/** `word`: text, also a name of a market or product. `asset`: symbol. `time`: epoch ms. */
export type FactKind = 'word' | 'asset' | 'decimal' | 'id' | 'time' | 'count';
export type MessageRow = Readonly<Record<string, FactKind>>;
export type MessageRows = Readonly<Record<string, MessageRow>>;

export const money = { asset: 'asset', amount: 'decimal' } as const satisfies MessageRow;
/** Notifications sent in this hour; the limit is reached. */
export const hourlySummary = { told: 'count' } as const satisfies MessageRow;
