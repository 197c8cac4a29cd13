/** A member: what of a person the core needs to know to trade for them. Names and documents are none of it. */
export interface Member {
  user: number;
  /** Which row of the relational store it is; null for members of journals that did not say. */
  registration: string | null;
  verified: boolean;
  frozen: boolean;
  feeTier: number;
  /** Open orders by market, in order of placing; for cancel-all and the limit per market. */
  openOrders: Map<string, Set<number>>;
  /** What was applied for on the newest day that counted, and was not given back: USDT units of scale 8. */
  withdrawn: { day: number; value: bigint };
}

export function createMember(user: number, registration: string | null): Member {
  const withdrawn = { day: 0, value: 0n };
  return { user, registration, verified: false, frozen: false, feeTier: 0, openOrders: new Map(), withdrawn };
}
