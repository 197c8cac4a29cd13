/** A user's address on a chain. */
export interface OfChain {
  userId: number;
  chain: string;
  address: string;
}
/** As rows have it: null where there is none. */
export type MaybeOfChain = Omit<OfChain, 'chain' | 'address'> & { chain: string | null; address: string | null };
