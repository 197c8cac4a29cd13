import { useContext } from 'react';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useFeeTiersQuery } from '../../entities/fee/fee-api';
import { AMOUNT_SCALE, type Scales } from '../../entities/order/order-terms';
import { selectUser } from '../../entities/session/session-slice';
import { AssetScales } from '../../shared/ui/asset-scales';
import type { SpotContext } from './spot-ticket';

export type Surroundings = Omit<SpotContext, 'book'>;

/** The level that the user's fees go by, and the places of what is received. */
export function useFeeTerms({ base, quote }: MarketRecord): { level: number } & Scales {
  const user = useSelector(selectUser);
  const { data: fees } = useFeeTiersQuery(user?.userId ?? null);
  const scales = useContext(AssetScales);
  return {
    level: fees?.userTier ?? 0,
    base: scales[base] ?? AMOUNT_SCALE,
    quote: scales[quote] ?? AMOUNT_SCALE,
  };
}
