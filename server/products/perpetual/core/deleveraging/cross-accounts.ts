/**
 * What stands behind the cross positions of everybody, as numbers side by side: so that all of them can be ranked at one mark without asking
 * each wallet what it is made of. It follows from accounts, so no snapshot tells it.
 */
import { signOf } from '../../../../../shared/products/perpetual/rules/position';
import { known } from '../../../../core/folding';
import type { CoreView } from '../../../../core/state';
import { roomFor, rowsOf } from './columns';
import type { CrossFound } from '../liquidation/cross-found-state';

type Kept = Pick<CrossFound, 'accounts'>;

const FIRST = 16;
const SIDES = ['long', 'short'] as const;

/** Where an account stands, which gets a place if it has none. */
export function accountPlace({ accounts }: Kept, asset: string, user: number): number {
  let of = accounts.get(asset);
  if (!of) accounts.set(asset, (of = { places: new Map(), wallets: new Float64Array(FIRST) }));
  const known = of.places.get(user);
  if (known !== undefined) return known;
  const place = of.places.size;
  of.places.set(user, place);
  of.wallets = roomFor(of.wallets, place + 1);
  return place;
}

/** What an account has, its positions' profits aside. */
export function noteWallet(kept: Kept, asset: string, user: number, wallet: bigint): void {
  const place = accountPlace(kept, asset, user);
  const of = kept.accounts.get(asset);
  if (of) of.wallets[place] = Number(wallet);
}

/** Of each account what it is worth at its marks, and all its positions. */
export interface Worth {
  cover: Float64Array;
  value: Float64Array;
  /** All that was added up and taken off: above 2^53 nothing of it need be exact. */
  size: Float64Array;
}

export function worthOf(view: CoreView, asset: string): Worth {
  const { liquidations, perpetual, markets } = view;
  const cover = new Float64Array(liquidations.cross.accounts.get(asset)?.wallets ?? []);
  const value = new Float64Array(cover.length);
  const size = cover.map(Math.abs);
  for (const [market, found] of liquidations.found) {
    const { terms, quotePerTickLot } = known(markets, market);
    if (terms.quote !== asset) continue;
    const { mark } = known(perpetual.contracts, market).mark;
    // What is being taken over stands apart from its account.
    const apart = liquidations.open.get(market)?.position;
    // Without a mark nothing of it is known here.
    const perLot = mark > 0 ? Number(quotePerTickLot) * mark : NaN;
    for (const side of SIDES) {
      const sign = Number(signOf(side));
      for (const { id, lots, cost, margin, account } of rowsOf(found[side].columns)) {
        if (!Number.isNaN(margin) || id === apart) continue;
        const worth = lots * perLot;
        cover[account] += sign * (worth - cost);
        value[account] += worth;
        size[account] += worth + cost;
      }
    }
  }
  return { cover, value, size };
}
