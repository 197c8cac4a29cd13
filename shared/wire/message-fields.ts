/** Common fields of facts in messages. */
import { z } from 'zod';
import type { FactKind, MessageRow, MessageRows } from '../rules/message-rows';
import { decimal, epochMs, id } from './fields';

const FACT_LENGTH_MAX = 500;

export const messageText = z.string().max(FACT_LENGTH_MAX);

const FIELDS = {
  word: messageText,
  asset: z.string(),
  decimal,
  id,
  time: epochMs,
  count: z.int(),
} as const satisfies Record<FactKind, z.ZodType>;

type ShapeOf<Row extends MessageRow> = { -readonly [F in keyof Row]: (typeof FIELDS)[Row[F]] };
type FactsOf<Row extends MessageRow> = z.ZodObject<ShapeOf<Row>, z.core.$strict>;

/** Schema of the facts of a message. */
export function factsOf<const Row extends MessageRow>(row: Row): FactsOf<Row> {
  const shape = Object.entries(row).map(([name, kind]) => [name, FIELDS[kind]]);
  return z.strictObject(Object.fromEntries(shape) as ShapeOf<Row>);
}

export function factsOfRows<Rows extends MessageRows>(rows: Rows): { [K in keyof Rows]: FactsOf<Rows[K]> } {
  const schemas = Object.entries(rows).map(([key, row]) => [key, factsOf(row)]);
  return Object.fromEntries(schemas) as { [K in keyof Rows]: FactsOf<Rows[K]> };
}
