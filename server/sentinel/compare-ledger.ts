/** The ledger with itself: each asset adds up to nothing over all accounts, and what is frozen or locked is what holds say. */
import type { CoreState } from '../core/state';
import { differencesOf, type Found } from './found';

/** In one look, at one moment. */
export function compareLedger({ ledger, holds }: CoreState): Found[] {
  const sums = new Map<string, bigint>();
  const held = new Map<string, bigint>();
  for (const { name, balance, asset, kind, side } of ledger.accounts.values()) {
    sums.set(asset, (sums.get(asset) ?? 0n) + balance);
    if (kind !== null && side !== 'available' && balance !== 0n) held.set(name, balance);
  }
  const promised = new Map<string, bigint>();
  for (const { user, account, asset, remaining, locked } of holds.values()) {
    const name = `${user}/${account}/${asset}/${locked ? 'locked' : 'frozen'}`;
    promised.set(name, (promised.get(name) ?? 0n) + remaining);
  }
  const nothing = new Map([...sums.keys()].map((asset) => [asset, 0n]));
  return [
    ...differencesOf('ledger.sum', nothing, sums, (asset) => ({ asset })),
    ...differencesOf('ledger.hold', held, promised, (account) => ({ asset: account.split('/')[2] ?? '' })),
  ];
}
