/** Table of conversions. Units of their own asset, as in the events. */
import type { ConversionKind } from '../../../../shared/products/convert/wire';
import { amount, integer, optional, table, text, textOf, type RowOf } from '../../../views/stored/rows/table';

export const CONVERT_TABLES = {
  conversions: table('conversions', {
    columns: {
      id: integer,
      userId: integer,
      kind: textOf<ConversionKind>(),
      fromAsset: text,
      toAsset: text,
      spent: amount,
      received: amount,
      /** Units of USDT from the first order that the second did not spend. */
      rest: amount,
      /** Null for a small balance, which the house bought. */
      firstOrder: optional(integer),
      /** Null for a conversion over one market. */
      secondOrder: optional(integer),
      at: integer,
      position: integer,
    },
    key: ['id'],
    indexes: { conversions_of_user: ['userId', 'id'] },
    shared: ['kind', 'fromAsset', 'toAsset'],
  }),
};

export type ConversionRow = RowOf<typeof CONVERT_TABLES.conversions>;

declare module '../../../views/stored/tables' {
  interface ProductTables {
    convert: typeof CONVERT_TABLES;
  }
}
