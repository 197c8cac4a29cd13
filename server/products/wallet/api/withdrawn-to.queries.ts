/**
 * A user's withdrawals to one address within a day, so that many small ones need the same declaration as one large one. Addresses are
 * counted separately, because each may belong to another person.
 */
import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/errors/refusal';
import type { ChainAddress } from '../../../platform/chains/chain-address';
import { AddressVault } from '../../../platform/address-vault';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { withdrawnSince } from '../stored/queries';
import { Reader } from '../../../features/shared/endpoints/reader';

const DAY_MS = 86_400_000;

@Injectable()
export class WithdrawnToAddress {
  constructor(
    private readonly reader: Reader,
    private readonly addressVault: AddressVault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** In USDT units of scale 8; null while the read models are behind. */
  async valueOfDay(to: ChainAddress): Promise<bigint | null> {
    try {
      // The previous withdrawal may have been accepted just now.
      const stored = await this.reader.at(this.live.position);
      const address = this.addressVault.hashOf(to);
      return await withdrawnSince(stored, to.userId, this.clock() - DAY_MS + 1, { chain: to.chain, address });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'projection.behind') return null;
      throw error;
    }
  }
}
