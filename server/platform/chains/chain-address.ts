/** A user's address on a chain. */
export interface ChainAddress {
  userId: number;
  chain: string;
  address: string;
}
/** As stored in rows: null if there is none. */
export type MaybeChainAddress = Omit<ChainAddress, 'chain' | 'address'> & {
  chain: string | null;
  address: string | null;
};
