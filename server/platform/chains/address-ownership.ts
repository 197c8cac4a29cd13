/**
 * Port: proof that an address belongs to the user. A service that asks wallets or other exchanges can implement it. The built-in proof is
 * a signature by the wallet over a text with account, address and time. Ethereum uses EIP-191 (`personal_sign`). Bitcoin uses BIP-322, or
 * the older format for the oldest address type. For script addresses no signature is checked; a declaration suffices.
 */
import { Inject, Injectable } from '@nestjs/common';
import { verifyMessage, type Address, type Hex } from 'viem';
import type { Config } from '../config/config';
import { CLOCK, CONFIG, type Clock } from '../tokens';
import { isSignable, isSignedBy } from './bitcoin/bitcoin-signatures';

export interface Claim {
  user: number;
  chain: string;
  /** In its chain's normal form. */
  address: string;
  /** Time of the claim. */
  at: number;
}

export interface AddressOwnership {
  /** The text that the wallet signs; null if a signature proves nothing. */
  messageOf(claim: Claim): string | null;
  isProven(claim: Claim, signature: string): Promise<boolean>;
}

/** Maximum age in ms: an older signature only shows who had the key then. */
const SIGNED_WITHIN_MS = 3_600_000;
const CLOCKS_DIFFER_MS = 60_000;
const HEX = /^0x(?:[0-9a-fA-F]{2})+$/;

@Injectable()
export class SignedOwnership implements AddressOwnership {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  messageOf({ user, chain, address, at }: Claim): string | null {
    if (chain !== 'ERC20' && !(chain === 'BTC' && isSignable(address))) return null;
    const site = this.config.publicUrl ?? 'Open Exchange';
    return [
      `${site} asks whose wallet this is.`,
      '',
      `I own ${address} and withdraw to it from account ${user}.`,
      'This moves nothing and allows nothing.',
      '',
      new Date(at).toISOString(),
    ].join('\n');
  }

  async isProven(claim: Claim, signature: string): Promise<boolean> {
    const message = this.messageOf(claim);
    const now = this.clock();
    if (message === null) return false;
    if (claim.at > now + CLOCKS_DIFFER_MS || claim.at <= now - SIGNED_WITHIN_MS) return false;
    if (claim.chain === 'BTC') return isSignedBy(claim.address, message, signature);
    if (!HEX.test(signature)) return false;
    try {
      return await verifyMessage({ address: claim.address as Address, message, signature: signature as Hex });
    } catch {
      // Not a signature of any key.
      return false;
    }
  }
}
