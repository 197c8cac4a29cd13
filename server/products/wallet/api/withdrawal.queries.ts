/** Withdrawals for their owner and for staff, with the destination card and whether they are overdue. */
import { Inject, Injectable } from '@nestjs/common';
import { Query } from '@nestjs/cqrs';
import { chainNameOf } from '../../../../shared/rules/chains';
import { maskedCard, maskedEnd, maskedName } from '../../../../shared/products/identity/rules/masks';
import { isTextHash } from '../../../../shared/products/content/rules/text-hashes';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/valuation';
import type { StaffWithdrawalRecord, StaffWithdrawalsRequest } from '../../../../shared/wire/admin';
import type { Page } from '../../../../shared/wire/fields';
import type { ShownWithdrawal, ShowWithdrawalRequest } from '../../../../shared/wire/shown-data';
import {
  shownStatus,
  WALLET_ROUTES,
  WITHDRAWAL_STATUSES,
  type WithdrawalRecord,
} from '../../../../shared/products/wallet/wire';
import { Refusal } from '../../../platform/errors/refusal';
import { AddressVault, type AddressOf } from '../../../platform/address-vault';
import { StaffTexts, type ReasonOf } from '../../../platform/staff-texts';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { WithdrawalRow } from '../../../views/stored/tables';
import { WITHDRAWALS } from '../stored/lists';
import { withdrawalById } from '../stored/queries';
import { AssetTerms } from '../../../features/shared/asset-terms.queries';
import { BankCards, type BankCard } from '../../../features/shared/withdrawals/bank-cards';
import { idOf } from '../../../features/shared/orders/convert';
import { queryHandler, messageHandler } from '../../../features/shared/endpoints/handlers';
import { Reader } from '../../../features/shared/endpoints/reader';
import { UnmaskingLimits } from '../../../features/shared/unmasking-limits';
import { isOverdue } from '../../../features/shared/withdrawals/withdrawal-ages';
import { Beneficiaries } from './beneficiaries';
import { WithdrawalReview } from '../../../features/shared/withdrawals/withdrawal-review.queries';

const LAST = 4;

/** All users' withdrawals in one state, for staff. */
export class WithdrawalsByStatus extends Query<Page<StaffWithdrawalRecord>> {
  constructor(readonly request: StaffWithdrawalsRequest) {
    super();
  }
}

/** Converts rows to records here: the read models know a card only by its id, and no names. */
@Injectable()
export class WithdrawalRecords {
  constructor(
    private readonly assets: AssetTerms,
    private readonly cards: BankCards,
    private readonly review: WithdrawalReview,
    private readonly texts: StaffTexts,
    private readonly beneficiaries: Beneficiaries,
    private readonly addressVault: AddressVault,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async ownPage(page: Page<WithdrawalRow>): Promise<Page<WithdrawalRecord>> {
    const scales = await this.assets.scalesOf(page.records);
    const lookups = await this.loadLookups(page);
    return this.mapPage(page, (row, card) => withdrawalRecord(row, scales.get(row.asset) as number, card, lookups));
  }

  async staffPage(page: Page<WithdrawalRow>): Promise<Page<StaffWithdrawalRecord>> {
    const scales = await this.assets.scalesOf(page.records);
    const approvalsNeeded = await this.review.approvalsNeeded(scales);
    const lookups = await this.loadLookups(page);
    const hashes = page.records.flatMap(({ beneficiary }) => (beneficiary === null ? [] : [beneficiary]));
    const beneficiaries = await this.beneficiaries.byHash(hashes);
    return this.mapPage(page, (row, card) => ({
      ...withdrawalRecord(row, scales.get(row.asset) as number, card, lookups),
      approvals: this.review.approvals(row),
      approvalsNeeded: approvalsNeeded(row),
      payTo: card && { bankName: card.bankName, cardNumber: card.cardNumber, realName: card.realName },
      beneficiary: beneficiaries.get(row.beneficiary ?? '') ?? null,
      overdue: isOverdue(row, (wait) => this.live.staff.overdueHours(wait), this.clock()),
      frozen: this.live.members.stateOf(row.userId).frozen,
      proposedBy: this.review.nothingSentStatement(row).proposedBy,
      proposedReason: lookups.reasonOf(this.review.nothingSentStatement(row).proposedReason),
    }));
  }

  /** Reads the texts and addresses whose hashes the journal contains. */
  private async loadLookups({ records }: Page<WithdrawalRow>): Promise<RecordLookups> {
    const reasons = records.flatMap((row) => [row.reason, row.proposedReason]);
    return { reasonOf: await this.texts.reasonsIn(reasons), addressOf: await this.addressVault.addressesIn(records) };
  }

  private async mapPage<T>(
    { records, ...page }: Page<WithdrawalRow>,
    toRecord: (row: WithdrawalRow, card: BankCard | null) => T,
  ): Promise<Page<T>> {
    const mapped: T[] = [];
    for (const row of records) mapped.push(toRecord(row, await this.cardOf(row)));
    return { records: mapped, ...page };
  }

  private async cardOf({ userId, card }: WithdrawalRow): Promise<BankCard | null> {
    return card === null ? null : ((await this.cards.cardOf(userId, card)) ?? null);
  }
}

export const Withdrawals = queryHandler(
  WALLET_ROUTES.withdrawals,
  [Reader, WithdrawalRecords],
  async ({ user, request }, reader, records) => {
    const status = request.shown && WITHDRAWAL_STATUSES.filter((one) => shownStatus(one) === request.shown);
    return records.ownPage(await reader.page(WITHDRAWALS, user, { ...request, status }));
  },
);

export const WithdrawalsByStatusHandler = messageHandler(
  WithdrawalsByStatus,
  [Reader, WithdrawalRecords],
  async ({ request }, reader, records) => {
    const stored = await reader.at(request.minPosition);
    const { status } = request;
    const page = await records.staffPage(await WITHDRAWALS.page(stored, null, { status }, request, 'all'));
    return { ...page, records: page.records.map(maskedDestination) };
  },
);

export class ShownWithdrawalOf extends Query<ShownWithdrawal> {
  constructor(
    readonly staff: number,
    readonly request: ShowWithdrawalRequest,
  ) {
    super();
  }
}

/** Refuses `personal.data.too.many`, and `user.not.found` if the withdrawal is not this user's. */
export const ShownWithdrawalOfHandler = messageHandler(
  ShownWithdrawalOf,
  [UnmaskingLimits, Reader, WithdrawalRecords],
  async ({ staff, request: { withdrawal, userId } }, unmaskingLimits, reader, records): Promise<ShownWithdrawal> => {
    unmaskingLimits.countAccess(staff);
    const row = await withdrawalById(await reader.at(undefined), idOf(withdrawal));
    if (!row || row.userId !== userId) throw new Refusal('user.not.found');
    const page = await records.staffPage({ records: [row], total: 1, pageIndex: 1, pageSize: 1 });
    const [{ address, reference, payTo, beneficiary }] = page.records;
    return { withdrawal, address, reference, payTo, beneficiary };
  },
);

/** Masks the destination and its beneficiary for lists, so that entries remain distinguishable. */
function maskedDestination(record: StaffWithdrawalRecord): StaffWithdrawalRecord {
  const { address, chain, reference, cardNumber, realName, payTo, beneficiary } = record;
  return {
    ...record,
    address: address === null || isTextHash(address) ? address : maskedEnd(address),
    // A bank transfer's reference is not personal data.
    reference: reference === null || chain === null ? reference : maskedEnd(reference),
    realName: realName && maskedName(realName),
    payTo: payTo && { ...payTo, cardNumber: cardNumber ?? '', realName: maskedName(payTo.realName) },
    beneficiary: beneficiary && {
      ...beneficiary,
      name: beneficiary.name && maskedName(beneficiary.name),
      exchange: beneficiary.exchange && maskedName(beneficiary.exchange),
    },
  };
}

interface RecordLookups {
  reasonOf: ReasonOf;
  addressOf: AddressOf;
}

function withdrawalRecord(
  row: WithdrawalRow,
  scale: number,
  card: BankCard | null,
  { reasonOf, addressOf }: RecordLookups,
): WithdrawalRecord {
  return {
    withdrawal: String(row.id),
    userId: row.userId,
    asset: row.asset,
    amount: decimalOf(row.amount, scale),
    fee: decimalOf(row.fee, scale),
    status: row.status,
    shown: shownStatus(row.status),
    chain: row.chain,
    chainName: row.chain === null ? null : chainNameOf(row.chain),
    address: addressOf(row),
    card: row.card === null ? null : String(row.card),
    bankName: card?.bankName ?? null,
    cardNumber: card && maskedCard(card.cardNumber.slice(-LAST)),
    realName: card?.realName ?? null,
    value: row.value === null ? null : decimalOf(row.value, VALUE_SCALE),
    reason: reasonOf(row.reason),
    reference: row.reference,
    appliedAt: row.appliedAt,
    notBefore: row.notBefore,
    approvedAt: row.approvedAt,
    payingAt: row.payingAt,
    endedAt: row.endedAt,
  };
}
