/** Auditors' queries: deposits and withdrawals by user id, queues, staff actions. */
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { rechargeReasonOf } from '../../../shared/products/wallet/rules/recharge-reasons';
import { decimalOf } from '../../../shared/rules/units';
import { VALUE_SCALE } from '../../../shared/rules/valuation';
import type { AuditedRecharge, AuditedWithdrawal, Overview } from '../../../shared/wire/staff';
import { maskedFor, maskedReference, seesUnmasked, type VisibleScope } from '../../platform/auth/staff/audit-bounds';
import { requestContextOf } from '../../platform/http/route-messages';
import { AddressVault, type AddressOf } from '../../platform/address-vault';
import { StaffTexts, type ReasonOf } from '../../platform/staff-texts';
import { CLOCK, EXCHANGE_DATABASE, LIVE_VIEWS } from '../../platform/tokens';
import type { RechargeRow, WithdrawalRow } from '../../views/stored/tables';
import { auditedRecharges, auditedWithdrawals } from '../../products/wallet/stored/lists';
import { pendingMoney } from '../../products/wallet/stored/queries';
import { FeedbackAdmin } from '../../products/content/api/feedback-admin';
import { overdueCounts } from '../../workers/overdue';
import { AssetTerms } from '../shared/asset-terms.queries';
import { queryHandler } from '../shared/endpoints/handlers';
import { pageOf } from '../shared/endpoints/page';
import { Reader } from '../shared/endpoints/reader';
import { WithdrawalReview } from '../shared/withdrawals/withdrawal-review.queries';

const DAY_MS = 86_400_000;

export const AuditedWithdrawals = queryHandler(
  ROUTES.auditWithdrawals,
  [Reader, AssetTerms, WithdrawalReview, StaffTexts, AddressVault],
  async (query, reader, assets, review, texts, addressVault) => {
    const { request } = query;
    const scope = requestContextOf(query).visibleScope;
    const stored = await reader.at(request.minPosition);
    const page = await auditedWithdrawals(stored, { ...request, scope }, request);
    const scales = await assets.scalesOf(page.records);
    const approvalsNeeded = await review.approvalsNeeded(scales);
    const reviewed = (row: WithdrawalRow): Reviewed => ({
      approvals: review.approvals(row),
      approvalsNeeded: approvalsNeeded(row),
      ...review.nothingSentStatement(row),
    });
    const reasonOf = await texts.reasonsIn(page.records.flatMap((row) => [row.reason, row.proposedReason]));
    const lookups = { reasonOf, addressOf: await addressVault.addressesIn(page.records) };
    return pageOf(page, (row) => {
      return masked(scope, withdrawalOf(row, scales.get(row.asset) as number, reviewed(row), lookups));
    });
  },
);

export const AuditedRecharges = queryHandler(
  ROUTES.auditRecharges,
  [Reader, AssetTerms, AddressVault],
  async (query, reader, assets, addressVault) => {
    const { request } = query;
    const scope = requestContextOf(query).visibleScope;
    const stored = await reader.at(request.minPosition);
    const page = await auditedRecharges(stored, { ...request, scope }, request);
    const scales = await assets.scalesOf(page.records);
    const addressOf = await addressVault.addressesIn(page.records);
    return pageOf(page, (row) => masked(scope, rechargeOf(row, scales.get(row.asset) as number, addressOf)));
  },
);

export const OverviewOfAll = queryHandler(
  ROUTES.overview,
  [Reader, EXCHANGE_DATABASE, LIVE_VIEWS, CLOCK, FeedbackAdmin],
  async (_, reader, database, live, clock, feedback): Promise<Overview> => {
    const now = clock();
    const { sql } = database;
    const users = sql.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('total'));
    const verificationQuery = sql.selectFrom('verifications').select(({ fn }) => fn.countAll<number>().as('total'));
    const allUsers = await users.executeTakeFirstOrThrow();
    const newUsers = await users.where('registeredAt', '>', now - DAY_MS).executeTakeFirstOrThrow();
    const verifications = await verificationQuery
      .where('status', 'in', ['under_review', 'approving'])
      .executeTakeFirstOrThrow();
    const stored = await reader.at(undefined);
    const pending = await pendingMoney(stored);
    const proposals = live.staff.proposals().filter(({ confirmedBy }) => confirmedBy === null).length;
    const markets = [...live.markets.all()].map(({ terms: { market } }) => {
      const { baseVolume, quoteVolume } = live.ticker.read(market, now);
      return { market, volume: baseVolume, turnover: quoteVolume };
    });
    return {
      users: allUsers.total,
      usersNew: newUsers.total,
      markets,
      pending: { verifications: verifications.total, ...pending, proposals, feedback: await feedback.openCounts() },
      overdue: await overdueCounts({
        clock,
        database,
        stored,
        live,
      }),
    };
  },
);

/**
 * Masks sources, destinations and texts: only the last letters remain, or nothing. Admins can read texts between staff.
 */
function masked<T extends AuditedWithdrawal | AuditedRecharge>(scope: VisibleScope, record: T): T {
  if (seesUnmasked(scope)) return record;
  const { address, chain } = record;
  const reference = maskedReference<string | null>(scope, record.reference, chain);
  const maskedFields = { address: maskedFor(scope, address), reference };
  const showsReasons = scope.personal === 1 || !('proposedReason' in record);
  const hiddenReasons = showsReasons ? {} : { reason: null, proposedReason: null };
  return { ...record, ...maskedFields, ...hiddenReasons };
}

type Reviewed = Pick<AuditedWithdrawal, 'approvals' | 'approvalsNeeded' | 'proposedBy' | 'proposedReason'>;

function withdrawalOf(
  row: WithdrawalRow,
  scale: number,
  { proposedReason, ...reviewed }: Reviewed,
  { reasonOf, addressOf }: { reasonOf: ReasonOf; addressOf: AddressOf },
): AuditedWithdrawal {
  const { userId, asset, status, chain, reason, reference } = row;
  const { appliedAt, notBefore, approvedAt, payingAt, endedAt } = row;
  return {
    withdrawal: String(row.id),
    userId,
    asset,
    amount: decimalOf(row.amount, scale),
    fee: decimalOf(row.fee, scale),
    status,
    chain,
    address: addressOf(row),
    card: row.card === null ? null : String(row.card),
    value: row.value === null ? null : decimalOf(row.value, VALUE_SCALE),
    reason: reasonOf(reason),
    reference,
    appliedAt,
    notBefore,
    approvedAt,
    payingAt,
    endedAt,
    ...reviewed,
    proposedReason: reasonOf(proposedReason),
  };
}

function rechargeOf(row: RechargeRow, scale: number, addressOf: AddressOf): AuditedRecharge {
  const { userId, asset, chain, reference, dust, status, reason, confirmations, needed, at, endedAt } = row;
  const { finality, finalAt } = row;
  const amount = decimalOf(row.amount, scale);
  return {
    recharge: row.id < 0 ? null : String(row.id),
    userId,
    asset,
    chain,
    address: addressOf(row),
    reference,
    amount,
    dust,
    arrivedAmount: status === 'success' ? amount : '0',
    status,
    reason: rechargeReasonOf(reason),
    confirmations,
    needed,
    finality,
    finalAt,
    at,
    endedAt,
  };
}
