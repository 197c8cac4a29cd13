/** Restrictions by a coin's state: the server's rules and codes, applied before the request. */
import type { RejectionCode } from '../../../../../shared/rules/codes';
import type { AssetRecord } from '../../../../../shared/wire/product';

export type CoinStates = Pick<AssetRecord, 'trading' | 'deposits' | 'withdrawals'>;

export type CoinBlock = Extract<
  RejectionCode,
  'coin.under.maintenance' | 'asset.deposits.suspended' | 'asset.withdrawals.suspended'
>;

export function depositBlock({ deposits }: CoinStates): CoinBlock | null {
  return deposits === 'suspended' ? 'asset.deposits.suspended' : null;
}

export function withdrawalBlock({ trading, withdrawals }: CoinStates): CoinBlock | null {
  if (trading === 'maintenance') return 'coin.under.maintenance';
  return withdrawals === 'suspended' ? 'asset.withdrawals.suspended' : null;
}

export function transferBlock({ trading }: CoinStates): CoinBlock | null {
  return trading === 'maintenance' ? 'coin.under.maintenance' : null;
}

/** All restrictions, most severe first. */
export function coinBlocksOf(states: CoinStates): CoinBlock[] {
  return [transferBlock(states), depositBlock(states), withdrawalBlock(states)]
    .filter((code) => code !== null)
    .filter((code, index, codes) => codes.indexOf(code) === index);
}
