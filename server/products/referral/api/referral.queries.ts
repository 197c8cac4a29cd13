/** Queries for rebates: their rules, and a user's rebates. */
import { REFERRAL_STAFF_ROUTES } from '../../../../shared/products/referral/wire';
import { dayName } from '../../../../shared/rules/days';
import type { Page } from '../../../../shared/wire/fields';
import {
  REFERRAL_ROUTES,
  type ReferralOverview,
  type ReferralRebate,
  type ReferralRules,
  type ReferralTotal,
} from '../../../../shared/products/referral/wire';
import { Users } from '../../../platform/auth/users';
import { requestInvalid } from '../../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import * as Stored from '../stored/queries';
import { DaysOf } from '../../../features/shared/days';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { pageOf } from '../../../features/shared/endpoints/page';
import { Reader } from '../../../features/shared/endpoints/reader';
import { InvitedUsers } from './invited';

export const RulesOfReferral = queryHandler(
  REFERRAL_ROUTES.rules,
  [LIVE_VIEWS, CLOCK],
  (_, live, clock): ReferralRules => {
    return live.referral.rulesAt(clock());
  },
);

export const TermsOfReferral = queryHandler(
  REFERRAL_STAFF_ROUTES.referralTerms,
  [LiveReader, CLOCK],
  async ({ request: { minPosition } }, reader, clock): Promise<ReferralRules> => {
    const live = await reader.at(minPosition);
    return live.referral.rulesAt(clock());
  },
);

export const ReferralOverviewOf = queryHandler(
  REFERRAL_ROUTES.overview,
  [Users, InvitedUsers, Reader, LIVE_VIEWS],
  async ({ user, request: { minPosition } }, users, invited, reader, live): Promise<ReferralOverview> => {
    const stored = await reader.at(minPosition);
    const row = await users.byId(user);
    const days = await Stored.rebateDays(stored, user, 0, Number.MAX_SAFE_INTEGER);
    return {
      invitationCode: row?.invitationCode ?? '',
      level1: await invited.count(user, 1),
      level2: await invited.count(user, 2),
      totals: totalsOf(days, live),
    };
  },
);

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

export const Rebates = queryHandler(
  REFERRAL_ROUTES.rebates,
  [InvitedUsers, Reader, LIVE_VIEWS],
  async ({ user, request }, invited, reader, live): Promise<Page<ReferralRebate>> => {
    const day = request.day === undefined ? undefined : parseDay(request.day);
    const page = await reader.page(Stored.REBATES, user, { ...request, day });
    const names = await invited.namesOf([...new Set(page.records.map(({ source }) => source))]);
    const amount = (name: string, units: bigint): string => live.markets.amount(name, units);
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
  },
);

/** Refuses an invalid calendar date. */
function parseDay(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) throw requestInvalid([{ path: 'day', code: 'format' }]);
  return Math.floor(at / 86_400_000);
}

export const RebateDays = DaysOf(REFERRAL_ROUTES.days, Stored.rebateDays, (rows, { markets }) =>
  rows.map(({ day, asset, level1, level2, rebates }) => ({
    day: dayName(day),
    asset,
    level1: markets.amount(asset, level1),
    level2: markets.amount(asset, level2),
    rebates,
  })),
);
