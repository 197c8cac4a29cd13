/** Whether the ledger agrees with everything that should say the same, as the desk shows it on every page. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { decimalOf } from '../../../shared/rules/units';
import type { DriftBoard } from '../../../shared/wire/desk';
import { LIVE_VIEWS, SENTINEL } from '../../platform/tokens';
import type { Sentinel } from '../../sentinel/sentinel';
import type { LiveViews } from '../../views/live/live-views';
import { LiveReader } from '../shared/live-reader';

export class DriftOfAll extends Query<DriftBoard> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(DriftOfAll)
export class DriftOfAllHandler implements IQueryHandler<DriftOfAll> {
  constructor(
    private readonly reader: LiveReader,
    @Inject(LIVE_VIEWS) private readonly live: Pick<LiveViews, 'balances'>,
    @Inject(SENTINEL) private readonly sentinel: Pick<Sentinel, 'standing' | 'custody' | 'lastRoundAt'>,
  ) {}

  async execute({ minPosition }: DriftOfAll): Promise<DriftBoard> {
    const { drift, markets } = await this.reader.at(minPosition);
    // What is no coin, as an order's lots, has no digits.
    const amount = (asset: string, units: bigint): string => decimalOf(units, markets.scale(asset) ?? 0);
    const differences = drift.differences().map(({ id, comparison, subject, asset, expected, found, at }) => {
      const figures = { expected: amount(asset, expected), found: amount(asset, found) };
      return { difference: String(id), comparison, subject, asset, ...figures, at };
    });
    return {
      stopped: drift.isStopped,
      differences,
      lastRoundAt: this.sentinel.lastRoundAt(),
      comparisons: this.sentinel.standing().map(({ comparison, state, why, at, position }) => {
        return { comparison, state, why, at, position };
      }),
      custody: this.custody(amount),
    };
  }

  /** By coin: what lies on chains, and what of the ledger's custody no chain carries. */
  private custody(amount: (asset: string, units: bigint) => string): DriftBoard['custody'] {
    const figures = this.sentinel.custody();
    const onChains = figures.map(({ chain, asset, expected, found, uncredited, underWay, why }) => ({
      ...{ chain, asset, why },
      expected: expected === null ? null : amount(asset, expected),
      found: found === null ? null : amount(asset, found),
      uncredited: amount(asset, uncredited),
      underWay: amount(asset, underWay),
    }));
    const byHand = [...this.live.balances.houseUnits()].flatMap(([account, units]) => {
      const [name, asset = ''] = account.split('/');
      if (name !== 'custody') return [];
      const carried = figures.reduce((sum, one) => sum + (one.asset === asset ? (one.expected ?? 0n) : 0n), 0n);
      const expected = -units - carried;
      const nothing = { found: null, uncredited: '0', underWay: '0', why: 'none' as const };
      return expected === 0n ? [] : [{ chain: null, asset, expected: amount(asset, expected), ...nothing }];
    });
    return [...onChains, ...byHand].sort((one, other) => (one.asset < other.asset ? -1 : 1));
  }
}
