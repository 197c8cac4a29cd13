import { byFeeProduct, type FeeProduct, type MemberFees } from '../fees/state';

/** A person's data that the core needs for trading. Names and documents are excluded. */
export interface Member {
  user: number;
  /** Identifies the member's row in the relational store; null if the journal does not say. */
  registration: string | null;
  verified: boolean;
  frozen: boolean;
  /** The personal data of this account is erased. */
  erased: boolean;
  /** The inviting member; null if the core knows none. */
  inviter: number | null;
  /** Keyed hash of their identity document; null if the core knows none. */
  document: string | null;
  /** Minimum fee level granted by staff; null for none. */
  floor: { level: number; until: number | null } | null;
  /** Traded volume and fee level per product; null for none. */
  fees: Record<FeeProduct, MemberFees | null>;
  /** Open orders by market, in order of placing, for cancel-all and the limit per market. */
  openOrders: Map<string, Set<number>>;
  /** Value of withdrawal applications on the newest counted day, minus returned ones: USDT units of scale 8. */
  withdrawn: { day: number; value: bigint };
}

export function createMember(user: number, registration: string | null): Member {
  const withdrawn = { day: 0, value: 0n };
  return {
    user,
    registration,
    verified: false,
    frozen: false,
    erased: false,
    inviter: null,
    document: null,
    floor: null,
    fees: byFeeProduct(() => null),
    openOrders: new Map(),
    withdrawn,
  };
}
