/** The networks that coins come and go on, and what people call them. */
export const CHAINS = ['ERC20', 'BTC'] as const;
export type Chain = (typeof CHAINS)[number];

const NAMES: Readonly<Record<Chain, string>> = { ERC20: 'Ethereum (ERC-20)', BTC: 'Bitcoin' };

export function isChain(name: string): name is Chain {
  return (CHAINS as readonly string[]).includes(name);
}

/** A chain that is not known here, since staff may name any in their terms, is called as they named it. */
export function chainNameOf(chain: string): string {
  return isChain(chain) ? NAMES[chain] : chain;
}
