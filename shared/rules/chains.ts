/** Networks of coins, and their display names. */
export const CHAINS = ['ERC20', 'BTC'] as const;
export type Chain = (typeof CHAINS)[number];

const NAMES: Readonly<Record<Chain, string>> = { ERC20: 'Ethereum (ERC-20)', BTC: 'Bitcoin' };

export function isChain(name: string): name is Chain {
  return (CHAINS as readonly string[]).includes(name);
}

/** Staff may name any chain in their terms. An unknown one is displayed under that name. */
export function chainNameOf(chain: string): string {
  return isChain(chain) ? NAMES[chain] : chain;
}
