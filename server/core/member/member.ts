/** A member: what of a person the core needs to know to trade for them. Names and documents are none of it. */
export interface Member {
  user: number;
  verified: boolean;
  frozen: boolean;
  feeTier: number;
  /** Open orders by market, in order of placing; for cancel-all and the limit per market. */
  openOrders: Map<string, Set<number>>;
}

export function createMember(user: number): Member {
  return { user, verified: false, frozen: false, feeTier: 0, openOrders: new Map() };
}
