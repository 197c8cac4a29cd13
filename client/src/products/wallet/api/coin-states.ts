/** What a coin's own state keeps from being done with it: the exchange's rules and words, before it is asked. */
import type { RejectionCode } from '../../../../../shared/rules/codes';
import type { AssetRecord } from '../../../../../shared/wire/product';

export type CoinStates = Pick<AssetRecord, 'trading' | 'deposits' | 'withdrawals'>;

export type CoinHindrance = Extract<
  RejectionCode,
  'coin.under.maintenance' | 'asset.deposits.suspended' | 'asset.withdrawals.suspended'
>;

export function depositHindrance({ deposits }: CoinStates): CoinHindrance | null {
  return deposits === 'suspended' ? 'asset.deposits.suspended' : null;
}

export function withdrawalHindrance({ trading, withdrawals }: CoinStates): CoinHindrance | null {
  if (trading === 'maintenance') return 'coin.under.maintenance';
  return withdrawals === 'suspended' ? 'asset.withdrawals.suspended' : null;
}

export function transferHindrance({ trading }: CoinStates): CoinHindrance | null {
  return trading === 'maintenance' ? 'coin.under.maintenance' : null;
}

/** Everything that is not as usual, what weighs most first. */
export function hindrancesOf(states: CoinStates): CoinHindrance[] {
  return [transferHindrance(states), depositHindrance(states), withdrawalHindrance(states)]
    .filter((code) => code !== null)
    .filter((code, index, all) => all.indexOf(code) === index);
}
