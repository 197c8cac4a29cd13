/**
 * What a user withdrew to one address within a day: many small withdrawals are asked about like the large one that they come to.
 * Another address is another's, as far as the exchange knows, and is asked about by itself.
 */
import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/errors/refusal';
import type { OfChain } from '../../../platform/chains/of-chain';
import { KeptAddresses } from '../../../platform/kept-addresses';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { withdrawnSince } from '../stored/queries';
import { Reader } from '../../../features/shared/endpoints/reader';

const DAY_MS = 86_400_000;

@Injectable()
export class WithdrawnTo {
  constructor(
    private readonly reader: Reader,
    private readonly kept: KeptAddresses,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** In USDT units of scale 8; null while the read models are behind, and nobody knows. */
  async worthOf(to: OfChain): Promise<bigint | null> {
    try {
      // The one before may have been accepted a moment ago.
      const stored = await this.reader.at(this.live.position);
      const address = this.kept.hashOf(to);
      return await withdrawnSince(stored, to.userId, this.clock() - DAY_MS + 1, { chain: to.chain, address });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'projection.behind') return null;
      throw error;
    }
  }
}
