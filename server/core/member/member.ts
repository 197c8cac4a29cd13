/** A member: what of a person the core needs to know to trade for them. Names and documents are none of it. */
export interface Member {
  user: number;
  verified: boolean;
  frozen: boolean;
  feeTier: number;
  /** Open orders by market, in order of placing; for cancel-all and the limit per market. */
  openOrders: Map<string, Set<number>>;
  /** What was applied for on the newest day that counted, and was not given back: USDT units of scale 8. */
  withdrawn: { day: number; value: bigint };
}

export function createMember(user: number): Member {
  return { user, verified: false, frozen: false, feeTier: 0, openOrders: new Map(), withdrawn: { day: 0, value: 0n } };
}
