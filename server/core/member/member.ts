import { byFeeProduct, type FeeProduct, type MemberFees } from '../fees/state';

/** A member: what of a person the core needs to know to trade for them. Names and documents are none of it. */
export interface Member {
  user: number;
  /** Which row of the relational store it is; null for members of journals that did not say. */
  registration: string | null;
  verified: boolean;
  frozen: boolean;
  /** Nobody is behind it any more. */
  erased: boolean;
  /** Who invited them; null for nobody that the core was told of. */
  inviter: number | null;
  /** Keyed hash of the document by which they were verified; null as long as the core was not told of it. */
  document: string | null;
  /** The least level of fees that staff gave them; null for none. */
  floor: { level: number; until: number | null } | null;
  /** What they traded of each product and the level that follows from it; null for nothing. */
  fees: Record<FeeProduct, MemberFees | null>;
  /** Open orders by market, in order of placing; for cancel-all and the limit per market. */
  openOrders: Map<string, Set<number>>;
  /** What was applied for on the newest day that counted, and was not given back: USDT units of scale 8. */
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
