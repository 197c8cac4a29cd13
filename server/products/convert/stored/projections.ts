/** Conversions; each is complete in one batch. */
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import type { Projection } from '../../../views/stored/projection';

export const conversionsProjection: Projection = {
  name: 'conversions',
  tables: ['conversions'],
  reads: {},
  writes: {
    Converted: (event, { rows, at, position }) => {
      const { conversion: id, user: userId, from: fromAsset, to: toAsset, spent, received, rest = 0n, orders } = event;
      const [firstOrder, secondOrder = null] = orders;
      rows.conversions.add({
        ...{ id, userId, kind: 'convert', fromAsset, toAsset, spent, received, rest },
        ...{ firstOrder, secondOrder, at, position },
      });
    },
    DustConverted: ({ conversion: id, user: userId, asset, amount: spent, received }, { rows, at, position }) => {
      rows.conversions.add({
        ...{ id, userId, kind: 'dust', fromAsset: asset, toAsset: VALUE_ASSET, spent, received, rest: 0n },
        ...{ firstOrder: null, secondOrder: null, at, position },
      });
    },
  },
};
