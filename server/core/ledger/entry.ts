/** One movement of money: a positive amount of one asset from the debit account to the credit account. */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { Bucket, EntryKind, HouseAccount } from '../../../shared/rules/entry-kinds';

/** `10000001/spot/USDT/available` for a user, `house/fees/USDT` for the house; auditors sum by these names. */
export type AccountName =
  | `${number}/${AccountKind}/${string}/${Bucket}`
  | `house/${HouseAccount}/${string}`
  | `house/${PerMarket}:${string}/${string}`;

export interface Entry {
  kind: EntryKind;
  debit: AccountName;
  credit: AccountName;
  /** Units, positive. */
  amount: bigint;
  /** The hold that this entry creates, spends or releases; present exactly if a side is `frozen` or `locked`. */
  hold?: number;
  /** Only between two holds: the hold that is created or increased; `hold` is the one that is spent. */
  into?: number;
}

export function userAccount(user: number, kind: AccountKind, asset: string, bucket: Bucket): AccountName {
  return `${user}/${kind}/${asset}/${bucket}`;
}

export function houseAccount(name: HouseAccount, asset: string): AccountName {
  return `house/${name}/${asset}`;
}

/** House accounts that exist once per market. */
type PerMarket = 'clearing' | 'funding';
export function marketAccount(name: PerMarket, market: string, asset: string): AccountName {
  return `house/${name}:${market}/${asset}`;
}

export type ParsedAccount =
  | { owner: 'user'; user: number; kind: AccountKind; asset: string; bucket: Bucket }
  | { owner: 'house'; name: HouseAccount; asset: string; market: string | null };

/** The parts of an account's name. */
export function parseAccount(name: AccountName): ParsedAccount {
  const parts = name.split('/');
  if (parts[0] === 'house') {
    const [account, market = null] = parts[1].split(':');
    return { owner: 'house', name: account as HouseAccount, asset: parts[2], market };
  }
  return {
    owner: 'user',
    user: Number(parts[0]),
    kind: parts[1] as AccountKind,
    asset: parts[2],
    bucket: parts[3] as Bucket,
  };
}
