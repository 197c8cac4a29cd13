/** Whether the ledger agrees with its external counterparts, shown by the desk on every page. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DESK_ROUTES as ROUTES } from '../../../shared/wire/desk';
import { isOutOfScope } from '../../../shared/rules/audit-scope';
import { decimalOf } from '../../../shared/rules/units';
import type { DriftBoard } from '../../../shared/wire/desk';
import type { KnownStaff } from '../../platform/auth/staff/known-staff';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { QueryOf, requestContextOf } from '../../platform/http/route-messages';
import { CLOCK, KNOWN_STAFF, LIVE_VIEWS, RECONCILIATION, type Clock } from '../../platform/tokens';
import type { Reconciliation } from '../../reconciliation/reconciliation';
import type { LiveViews } from '../../views/live/live-views';
import { LiveReader } from '../shared/endpoints/live-reader';

export class DriftOfAll extends QueryOf(ROUTES.drift) {}

@QueryHandler(DriftOfAll)
export class DriftOfAllHandler implements IQueryHandler<DriftOfAll> {
  constructor(
    private readonly reader: LiveReader,
    @Inject(LIVE_VIEWS) private readonly live: Pick<LiveViews, 'balances'>,
    @Inject(RECONCILIATION)
    private readonly reconciliation: Pick<Reconciliation, 'results' | 'custody' | 'lastRoundAt'>,
    @Inject(KNOWN_STAFF) private readonly staff: Pick<KnownStaff, 'has' | 'scopeOf'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(query: DriftOfAll): Promise<DriftBoard> {
    const { drift, markets } = await this.reader.at(query.request.minPosition);
    // Units without an asset, such as an order's lots, have no decimals.
    const amount = (asset: string, units: bigint): string => decimalOf(units, markets.scale(asset) ?? 0);
    const seesFigures = this.seesFigures(requestContextOf(query).caller);
    const differences = drift.differences().map(({ id, comparison, subject, asset, expected, found, at }) => {
      const figures = { subject, expected: amount(asset, expected), found: amount(asset, found) };
      const visibleFigures = seesFigures ? figures : { subject: null, expected: null, found: null };
      return { difference: String(id), comparison, asset, ...visibleFigures, at };
    });
    return {
      stopped: drift.isStopped,
      differences,
      lastRoundAt: this.reconciliation.lastRoundAt(),
      comparisons: this.reconciliation.results().map(({ comparison, state, why, at, position }) => {
        return { comparison, state, why, at, position };
      }),
      custody: seesFigures ? this.custody(amount) : [],
    };
  }

  /** Balances are visible to staff who monitor risk, lift stops, or may view everything. */
  private seesFigures({ user, role }: Pick<TicketHolder, 'user' | 'role'>): boolean {
    if (role === 'auditor') return !isOutOfScope(this.staff.scopeOf(user), [], this.clock());
    return this.staff.has(user, 'markets') || this.staff.has(user, 'withdrawals');
  }

  /** By coin: holdings on chains, and the ledger's custody outside chains. */
  private custody(amount: (asset: string, units: bigint) => string): DriftBoard['custody'] {
    const figures = this.reconciliation.custody();
    const onChains = figures.map(({ chain, asset, expected, found, uncredited, underWay, fees, why, agrees }) => ({
      ...{ chain, asset, why, agrees },
      expected: expected === null ? null : amount(asset, expected),
      found: found === null ? null : amount(asset, found),
      uncredited: amount(asset, uncredited),
      underWay: amount(asset, underWay),
      fees: amount(asset, fees),
    }));
    const byHand = [...this.live.balances.houseUnits()].flatMap(([account, units]) => {
      const [name, asset = ''] = account.split('/');
      if (name !== 'custody') return [];
      const carried = figures.reduce((sum, one) => sum + (one.asset === asset ? (one.expected ?? 0n) : 0n), 0n);
      const expected = -units - carried;
      const zeroFigures = { uncredited: '0', underWay: '0', fees: '0' };
      const nothing = { found: null, ...zeroFigures, why: 'none' as const, agrees: false };
      return expected === 0n ? [] : [{ chain: null, asset, expected: amount(asset, expected), ...nothing }];
    });
    return [...onChains, ...byHand].sort((one, other) => (one.asset < other.asset ? -1 : 1));
  }
}
