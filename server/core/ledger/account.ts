/** An account of the ledger, as posting finds it. */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { AccountName } from './entry';
import type { SideName } from './rows';

export interface Account {
  /** One string object for all entries that name it: a map finds it without hashing it anew. */
  name: AccountName;
  /** Units. Never negative for a user. */
  balance: bigint;
  /** 0 for the house. */
  user: number;
  /** Null for the house. */
  kind: AccountKind | null;
  asset: string;
  /** Its bucket, or its name among the house's. */
  side: SideName;
  /** −1: never above zero, 1: never below, 0: anything. */
  sign: -1 | 0 | 1;
  /** Of what is available what is frozen, and the other way round: what moves within a wallet needs no second look. */
  twin: Account | null;
}

/** One of a user's. */
export type UserAccount = Account & { kind: AccountKind };
