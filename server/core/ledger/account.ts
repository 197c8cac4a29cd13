/** An account of the ledger as the posting code uses it. */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { AccountName } from './entry';
import type { SideName } from './rows';

export interface Account {
  /** One shared string object for all entries, so that a map finds it without hashing it again. */
  name: AccountName;
  /** Units. Never negative for a user. */
  balance: bigint;
  /** 0 for the house. */
  user: number;
  /** Null for the house. */
  kind: AccountKind | null;
  asset: string;
  /** The bucket of a user's account, or the name of a house account. */
  side: SideName;
  /** −1: never above zero, 1: never below, 0: any. */
  sign: -1 | 0 | 1;
  /** The frozen account of an available one, and the reverse, so that moves within a wallet need no second lookup. */
  twin: Account | null;
}

export type UserAccount = Account & { kind: AccountKind };
