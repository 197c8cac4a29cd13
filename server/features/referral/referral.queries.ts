/** What may be looked up of rebates: their rules, and what a user got. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayName, dayOf } from '../../../shared/rules/days';
import type { Page } from '../../../shared/wire/fields';
import type {
  ReferralDay,
  ReferralDaysRequest,
  ReferralOverview,
  ReferralRebate,
  ReferralRebatesRequest,
  ReferralRules,
  ReferralTotal,
} from '../../../shared/wire/referral';
import { Users } from '../../platform/auth/users';
import { requestInvalid } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import * as Stored from '../../views/stored/referral/queries';
import { idOf } from '../shared/convert';
import { LiveReader } from '../shared/live-reader';
import { pageOf, refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';
import { InvitedUsers } from './invited';

const DAYS_MAX = 400;

export class RulesOfReferral extends Query<ReferralRules> {}

@QueryHandler(RulesOfReferral)
export class RulesOfReferralHandler implements IQueryHandler<RulesOfReferral> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute(): Promise<ReferralRules> {
    return Promise.resolve(this.live.referral.rulesAt(this.clock()));
  }
}

export class TermsOfReferral extends Query<ReferralRules> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(TermsOfReferral)
export class TermsOfReferralHandler implements IQueryHandler<TermsOfReferral> {
  constructor(
    private readonly reader: LiveReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ minPosition }: TermsOfReferral): Promise<ReferralRules> {
    const live = await this.reader.at(minPosition);
    return live.referral.rulesAt(this.clock());
  }
}

export class ReferralOverviewOf extends Query<ReferralOverview> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(ReferralOverviewOf)
export class ReferralOverviewOfHandler implements IQueryHandler<ReferralOverviewOf> {
  constructor(
    private readonly users: Users,
    private readonly invited: InvitedUsers,
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, minPosition }: ReferralOverviewOf): Promise<ReferralOverview> {
    const stored = await this.reader.at(minPosition);
    const row = await this.users.byId(user);
    const days = await Stored.rebateDays(stored, user, 0, Number.MAX_SAFE_INTEGER);
    return {
      invitationCode: row?.invitationCode ?? '',
      level1: await this.invited.count(user, 1),
      level2: await this.invited.count(user, 2),
      totals: totalsOf(days, this.live),
    };
  }
}

interface Sums {
  asset: string;
  level1: bigint;
  level2: bigint;
}

function totalsOf(days: readonly Sums[], { markets }: Pick<LiveViews, 'markets'>): ReferralTotal[] {
  const sums = new Map<string, Sums>();
  for (const { asset, level1, level2 } of days) {
    const sum = sums.get(asset) ?? { asset, level1: 0n, level2: 0n };
    sums.set(asset, { asset, level1: sum.level1 + level1, level2: sum.level2 + level2 });
  }
  return [...sums.values()].map(({ asset, level1, level2 }) => ({
    asset,
    level1: markets.amount(asset, level1),
    level2: markets.amount(asset, level2),
  }));
}

export class Rebates extends Query<Page<ReferralRebate>> {
  constructor(
    readonly user: number,
    readonly request: ReferralRebatesRequest,
  ) {
    super();
  }
}

@QueryHandler(Rebates)
export class RebatesHandler implements IQueryHandler<Rebates> {
  constructor(
    private readonly invited: InvitedUsers,
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: Rebates): Promise<Page<ReferralRebate>> {
    refuseDeep(request);
    const { day, level, asset, before, minPosition } = request;
    const stored = await this.reader.at(minPosition);
    const filters = {
      day: day === undefined ? undefined : numberOf(day),
      level,
      asset,
      before: before === undefined ? undefined : idOf(before),
    };
    const page = await Stored.rebates(stored, user, filters, request);
    const names = await this.invited.namesOf([...new Set(page.records.map(({ source }) => source))]);
    const amount = (name: string, units: bigint): string => this.live.markets.amount(name, units);
    return pageOf(page, (row) => ({
      id: String(row.eventPosition),
      day: dayName(row.day),
      level: row.level === 1 ? 1 : 2,
      source: names.get(row.source) ?? '***',
      asset: row.asset,
      fee: amount(row.asset, row.fee),
      ratePpb: row.ratePpb,
      amount: amount(row.asset, row.amount),
      paidAt: row.at,
    }));
  }
}

/** Refuses what is no day of the calendar. */
function numberOf(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) throw requestInvalid([{ path: 'day', code: 'format' }]);
  return Math.floor(at / 86_400_000);
}

export class RebateDays extends Query<ReferralDay[]> {
  constructor(
    readonly user: number,
    readonly request: ReferralDaysRequest,
  ) {
    super();
  }
}

@QueryHandler(RebateDays)
export class RebateDaysHandler implements IQueryHandler<RebateDays> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Days that have any of the span in them; those without a rebate are left out. */
  async execute({ user, request: { from, to, minPosition } }: RebateDays): Promise<ReferralDay[]> {
    if (to <= from) return [];
    const [first, last] = [dayOf(from), dayOf(to - 1)];
    if (last - first >= DAYS_MAX) throw requestInvalid([{ path: 'to', code: 'out.of.range' }]);
    const stored = await this.reader.at(minPosition);
    const rows = await Stored.rebateDays(stored, user, first, last);
    return rows.map(({ day, asset, level1, level2, rebates }) => ({
      day: dayName(day),
      asset,
      level1: this.live.markets.amount(asset, level1),
      level2: this.live.markets.amount(asset, level2),
      rebates,
    }));
  }
}
