/** Withdrawals as their owner and as staff see them: with the card that they go to, and whether they wait for too long. */
import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { chainNameOf } from '../../../shared/rules/chains';
import { decimalOf } from '../../../shared/rules/units';
import { VALUE_SCALE } from '../../../shared/rules/values';
import type { StaffWithdrawalRecord, StaffWithdrawalsRequest } from '../../../shared/wire/admin';
import type { Page } from '../../../shared/wire/fields';
import {
  shownStatus,
  WITHDRAWAL_STATUSES,
  type WithdrawalRecord,
  type WithdrawalsRequest,
} from '../../../shared/wire/wallet';
import { KeptAddresses, type AddressOf } from '../../platform/kept-addresses';
import { StaffTexts, type ReasonOf } from '../../platform/staff-texts';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { withdrawals, withdrawalsByStatus } from '../../views/stored/queries';
import type { WithdrawalRow } from '../../views/stored/tables';
import { AssetTerms } from '../shared/asset-terms.queries';
import { BankCards, type BankCard } from '../shared/bank-cards';
import { maskedCard } from '../shared/masks';
import { refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';
import { isOverdue } from '../shared/withdrawal-ages';
import { Beneficiaries } from './beneficiaries';
import { WithdrawalReview } from '../shared/withdrawal-review.queries';

const LAST = 4;

export class Withdrawals extends Query<Page<WithdrawalRecord>> {
  constructor(
    readonly user: number,
    readonly request: WithdrawalsRequest,
  ) {
    super();
  }
}

/** Everybody's in one state: what staff work through. */
export class WithdrawalsByStatus extends Query<Page<StaffWithdrawalRecord>> {
  constructor(readonly request: StaffWithdrawalsRequest) {
    super();
  }
}

/** Rows become records here: the read models know a card by its number in the exchange, and no names. */
@Injectable()
export class WithdrawalRecords {
  constructor(
    private readonly assets: AssetTerms,
    private readonly cards: BankCards,
    private readonly review: WithdrawalReview,
    private readonly texts: StaffTexts,
    private readonly beneficiaries: Beneficiaries,
    private readonly kept: KeptAddresses,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async own(page: Page<WithdrawalRow>): Promise<Page<WithdrawalRecord>> {
    const scales = await this.assets.scalesOf(page.records);
    const told = await this.told(page);
    return this.each(page, (row, card) => withdrawalRecord(row, scales.get(row.asset) as number, card, told));
  }

  async ofStaff(page: Page<WithdrawalRow>): Promise<Page<StaffWithdrawalRecord>> {
    const scales = await this.assets.scalesOf(page.records);
    const approvalsNeeded = await this.review.approvalsNeeded(scales);
    const told = await this.told(page);
    const hashes = page.records.flatMap(({ beneficiary }) => (beneficiary === null ? [] : [beneficiary]));
    const beneficiaries = await this.beneficiaries.byHash(hashes);
    return this.each(page, (row, card) => ({
      ...withdrawalRecord(row, scales.get(row.asset) as number, card, told),
      approvals: JSON.parse(row.approvals) as number[],
      approvalsNeeded: approvalsNeeded(row),
      payTo: card && { bankName: card.bankName, cardNumber: card.cardNumber, realName: card.realName },
      beneficiary: beneficiaries.get(row.beneficiary ?? '') ?? null,
      overdue: isOverdue(row, (wait) => this.live.staff.overdueHours(wait), this.clock()),
      frozen: this.live.members.standingOf(row.userId).frozen,
      proposedBy: row.proposedBy,
      proposedReason: told.reasonOf(row.proposedReason),
    }));
  }

  /** What the journal has hashes of. */
  private async told({ records }: Page<WithdrawalRow>): Promise<Told> {
    const reasons = records.flatMap((row) => [row.reason, row.proposedReason]);
    return { reasonOf: await this.texts.reasonsIn(reasons), addressOf: await this.kept.addressesIn(records) };
  }

  private async each<T>(
    { records, ...page }: Page<WithdrawalRow>,
    told: (row: WithdrawalRow, card: BankCard | null) => T,
  ): Promise<Page<T>> {
    const made: T[] = [];
    for (const row of records) made.push(told(row, await this.cardOf(row)));
    return { records: made, ...page };
  }

  private async cardOf({ userId, card }: WithdrawalRow): Promise<BankCard | null> {
    return card === null ? null : ((await this.cards.of(userId, card)) ?? null);
  }
}

@QueryHandler(Withdrawals)
export class WithdrawalsHandler implements IQueryHandler<Withdrawals> {
  constructor(
    private readonly reader: Reader,
    private readonly records: WithdrawalRecords,
  ) {}

  async execute({ user, request }: Withdrawals) {
    refuseDeep(request);
    const { asset, shown, sort, minPosition } = request;
    const statuses = shown && WITHDRAWAL_STATUSES.filter((status) => shownStatus(status) === shown);
    const stored = await this.reader.at(minPosition);
    return this.records.own(await withdrawals(stored, user, request, { asset, statuses, sort }));
  }
}

@QueryHandler(WithdrawalsByStatus)
export class WithdrawalsByStatusHandler implements IQueryHandler<WithdrawalsByStatus> {
  constructor(
    private readonly reader: Reader,
    private readonly records: WithdrawalRecords,
  ) {}

  async execute({ request }: WithdrawalsByStatus) {
    const stored = await this.reader.at(request.minPosition);
    return this.records.ofStaff(await withdrawalsByStatus(stored, request.status, request));
  }
}

interface Told {
  reasonOf: ReasonOf;
  addressOf: AddressOf;
}

function withdrawalRecord(
  row: WithdrawalRow,
  scale: number,
  card: BankCard | null,
  { reasonOf, addressOf }: Told,
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
