/** Reports of missing deposits: stored, checked on their network, decided by staff. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { chainNameOf } from '../../../../../shared/rules/chains';
import { maskContactsIn } from '../../../../../shared/products/identity/rules/masks';
import { shortAddress } from '../../../../../shared/products/wallet/rules/short-address';
import {
  DEPOSIT_STATES_OF_STAFF,
  type DepositReport,
  type DepositReportsRequest,
  type OwnDepositReportsRequest,
  type RefuseReportRequest,
  type ReportDepositRequest,
  type StaffDepositReport,
} from '../../../../../shared/products/wallet/deposit-reports';
import type { Page } from '../../../../../shared/wire/fields';
import type { Language } from '../../../../../shared/wire/languages';
import type { ShowDepositReportRequest, ShownDepositReport } from '../../../../../shared/wire/shown-data';
import type { Config } from '../../../../platform/config/config';
import { referenceOf } from '../../../../platform/chains/chain-port';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import { takeIds } from '../../../../platform/database/last-ids';
import type { DepositReportRow } from '../../../../platform/database/wallet-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { staffReasonText } from '../../../../platform/i18n/messages';
import { Messages } from '../../../../platform/messages/messages';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { DepositFinder, stateOf, type Finding, type FoundPayment } from './deposit-finder';
import { KnownRecharges } from './known-recharges.queries';

const DAY_MS = 86_400_000;
/** A report is answered from the store within this time after its last check, ms. */
const REFRESH_MS_MIN = 20_000;

interface CreditInput {
  userId: number;
  asset: string;
  /** A decimal of the asset. */
  amount: string;
  reference: string;
  index: number;
  aloneUpTo: bigint | undefined;
  nodes: number;
}

@Injectable()
export class DepositReports {
  /** Users with a node request in progress. */
  private readonly looking = new Set<number>();

  constructor(
    private readonly finder: DepositFinder,
    private readonly messages: Messages,
    private readonly recharges: KnownRecharges,
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: Pick<LiveViews, 'staff'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The same transaction is the same report. Refuses `deposit.reports.too.many`, and `system.busy` during another
   * check.
   */
  async report(userId: number, request: ReportDepositRequest, language: Language): Promise<DepositReport> {
    const transactionId = this.finder.normal(request.chain, request.transaction);
    const existing = await this.find(userId, request.chain, transactionId);
    if (existing) return ownRecord(await this.refreshedByOwner(existing), language);
    await this.refuseMore(userId, this.database.sql);
    return ownRecord(await this.oncePerUser(userId, () => this.saveReport(userId, transactionId, request)), language);
  }

  private async saveReport(userId: number, transactionId: string, { chain, note }: ReportDepositRequest) {
    const { state, ...finding } = await this.finder.inspect(userId, chain, transactionId);
    return this.database.sql.transaction().execute(async (transaction): Promise<DepositReportRow> => {
      // The counter's row lock serialises concurrent duplicates of a request.
      const [id] = await takeIds(transaction, 'deposit_report', 1);
      const reports = transaction.selectFrom('depositReports').selectAll().where('userId', '=', userId);
      const first = await reports
        .where('chain', '=', chain)
        .where('transactionId', '=', transactionId)
        .executeTakeFirst();
      if (first) return first;
      await this.refuseMore(userId, transaction);
      const now = this.clock();
      const requestFields = { id, userId, chain, transactionId, note: note === undefined || note === '' ? null : note };
      const undecided = { reason: null, decidedBy: null, decidedAt: null };
      const newRow = {
        ...requestFields,
        state,
        finding: JSON.stringify(finding),
        createdAt: now,
        lookedAt: now,
        ...undecided,
      };
      await transaction.insertInto('depositReports').values(newRow).execute();
      return newRow;
    });
  }

  /** Refuses `deposit.report.not.found`, also for another user's, and `system.busy` during another check. */
  async refreshOwn(userId: number, id: string, language: Language): Promise<DepositReport> {
    const row = await this.rowOf(id);
    if (row.userId !== userId) throw new Refusal('deposit.report.not.found');
    return ownRecord(await this.refreshedByOwner(row), language);
  }

  async listOwn(
    userId: number,
    { pageIndex, pageSize }: OwnDepositReportsRequest,
    language: Language,
  ): Promise<Page<DepositReport>> {
    const base = this.database.lists.selectFrom('depositReports').where('userId', '=', userId);
    const page = base
      .selectAll()
      .orderBy('id', 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize);
    const rows = await this.withCreditedPayments(await page.execute());
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { records: rows.map((row) => ownRecord(row, language)), total, pageIndex, pageSize };
  }

  /** Reports for staff to decide: oldest first; all reports: newest first. */
  async list({ which, pageIndex, pageSize }: DepositReportsRequest): Promise<Page<StaffDepositReport>> {
    const base = this.database.lists
      .selectFrom('depositReports')
      .$if(which === 'open', (reports) => reports.where('state', 'in', [...DEPOSIT_STATES_OF_STAFF]));
    const page = base
      .selectAll()
      .orderBy('id', which === 'open' ? 'asc' : 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize);
    const rows = await this.withCreditedPayments(await page.execute());
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { records: rows.map((row) => this.staffOf(row)), total, pageIndex, pageSize };
  }

  /** Refuses `deposit.report.not.found`. */
  async refreshForStaff(id: string): Promise<void> {
    await this.refreshed(await this.rowOf(id));
  }

  /** Unmasked. Refuses `deposit.report.not.found`, and `user.not.found` if another user wrote it. */
  async show({ report, userId }: ShowDepositReportRequest): Promise<ShownDepositReport> {
    const row = await this.rowOf(report);
    if (row.userId !== userId) throw new Refusal('user.not.found');
    return { id: report, transaction: row.transactionId, note: row.note };
  }

  /**
   * Returns the credit that the network supports now; users' texts are not used. Throws `chain.unavailable` while its node does not answer,
   * `deposit.report.ended` and `deposit.not.missing`.
   */
  async toCredit(id: string, output: string): Promise<CreditInput> {
    const row = await this.rowOf(id);
    if (row.state === 'refused') throw new Refusal('deposit.report.ended');
    const { userId, chain, transactionId } = row;
    const { state, payments } = await this.finder.inspect(userId, chain, transactionId);
    if (state === 'away') throw new Refusal('chain.unavailable');
    if ((await this.rowOf(id)).state === 'refused') throw new Refusal('deposit.report.ended');
    const payment = payments.find((one) => one.output === output);
    const index = await this.finder.addressIndexOf(userId, chain);
    // A retry sends the same command, which the core recognises if the payment was credited.
    const isThere = payment?.state === 'missed' || payment?.state === 'credited';
    if (!payment || !isThere || index === undefined) throw new Refusal('deposit.not.missing');
    const { asset, amount } = payment;
    const reference = referenceOf(chain, transactionId, output);
    return { userId, asset, amount, reference, index, ...this.finder.nodeCoverOf(chain) };
  }

  /**
   * Refuses `deposit.report.not.found`, `deposit.report.ended` except for an identical retry, and
   * `proposal.already.open` while its credit awaits a second person.
   */
  async refuse(staff: number, { report, reason }: RefuseReportRequest): Promise<void> {
    const [row] = await this.withCreditedPayments([await this.rowOf(report)]);
    const { id, userId, transactionId } = row;
    const isSame = row.state === 'refused' && row.decidedBy === staff && row.reason === reason;
    if (!isSame) {
      if (row.state === 'refused' || row.state === 'credited') throw new Refusal('deposit.report.ended');
      const { payments } = findingOf(row);
      if (payments.some(({ output }) => this.proposalOf(row, output) !== null))
        throw new Refusal('proposal.already.open');
      const decided = { state: 'refused', reason, decidedBy: staff, decidedAt: this.clock() } as const;
      const change = this.database.sql.updateTable('depositReports').set(decided).where('id', '=', id);
      const { numUpdatedRows } = await change.where('state', '!=', 'refused').executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refusal('deposit.report.ended');
    }
    const params = { transaction: shortAddress(transactionId), reason };
    await this.messages.notify(userId, 'deposit.refused', params, `deposit/report/${id}`);
  }

  private async refuseMore(userId: number, sql: Pick<Transaction<ExchangeTables>, 'selectFrom'>): Promise<void> {
    const { depositReportsPerDayMax: maximum } = this.config.limits;
    const reports = sql.selectFrom('depositReports').where('userId', '=', userId);
    const { total } = await reports
      .where('createdAt', '>', this.clock() - DAY_MS)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    if (total >= maximum) throw new Refusal('deposit.reports.too.many', { maximum });
  }

  private find(userId: number, chain: string, transactionId: string): Promise<DepositReportRow | undefined> {
    const reports = this.database.sql.selectFrom('depositReports').selectAll().where('userId', '=', userId);
    return reports.where('chain', '=', chain).where('transactionId', '=', transactionId).executeTakeFirst();
  }

  private async rowOf(id: string): Promise<DepositReportRow> {
    const reports = this.database.sql.selectFrom('depositReports').selectAll();
    const row = await reports.where('id', '=', Number(id)).executeTakeFirst();
    if (!row) throw new Refusal('deposit.report.not.found');
    return row;
  }

  private async refreshedByOwner(row: DepositReportRow): Promise<DepositReportRow> {
    const isNew = this.clock() < row.lookedAt + REFRESH_MS_MIN;
    if (!isNew) return this.oncePerUser(row.userId, () => this.refreshed(row));
    const [settled] = await this.withCreditedPayments([row]);
    return settled;
  }

  /** One check per user at a time. */
  private async oncePerUser<T>(userId: number, inspect: () => Promise<T>): Promise<T> {
    if (this.looking.has(userId)) throw new Refusal('system.busy', null, 1);
    this.looking.add(userId);
    try {
      return await inspect();
    } finally {
      this.looking.delete(userId);
    }
  }

  /** Updates the report from its network. Refused and credited reports do not change. */
  private async refreshed(row: DepositReportRow): Promise<DepositReportRow> {
    const { id, userId, chain, transactionId } = row;
    if (row.state === 'refused' || row.state === 'credited') return row;
    const { state, ...finding } = await this.finder.inspect(userId, chain, transactionId);
    const lookedAt = this.clock();
    // While its node is unavailable, the previous finding stays.
    const found = state === 'away' ? { lookedAt } : { state, finding: JSON.stringify(finding), lookedAt };
    const change = this.database.sql.updateTable('depositReports').set(found).where('id', '=', id);
    // Staff may have decided in the meantime.
    await change.where('state', '!=', 'refused').execute();
    return this.rowOf(String(id));
  }

  /** Adds credits made since the last check. */
  private async withCreditedPayments(rows: readonly DepositReportRow[]): Promise<DepositReportRow[]> {
    const updatedRows: DepositReportRow[] = [];
    for (const row of rows) {
      const finding = findingOf(row);
      let isNew = false;
      const payments: FoundPayment[] = [];
      for (const payment of finding.payments) {
        const reference = referenceOf(row.chain, row.transactionId, payment.output);
        const isOpen = payment.state === 'missed' || payment.state === 'waiting';
        const recharge = isOpen ? await this.recharges.find(row.userId, reference) : undefined;
        const isCredited = recharge?.status === 'success';
        isNew ||= isCredited;
        payments.push(isCredited ? { ...payment, state: 'credited', reason: null } : payment);
      }
      if (!isNew) {
        updatedRows.push(row);
        continue;
      }
      const { confirmations } = finding;
      const changed = { state: stateOf(payments), finding: JSON.stringify({ confirmations, payments }) };
      const change = this.database.sql.updateTable('depositReports').set(changed).where('id', '=', row.id);
      // Staff may have decided in the meantime.
      const { numUpdatedRows } = await change.where('state', '!=', 'refused').executeTakeFirst();
      updatedRows.push(numUpdatedRows === 0n ? row : { ...row, ...changed });
    }
    return updatedRows;
  }

  /** The open proposal to credit this payment. */
  private proposalOf({ chain, transactionId }: DepositReportRow, output: string): string | null {
    const subject = `recharge/${referenceOf(chain, transactionId, output)}`;
    const open = this.live.staff.proposals().find((one) => one.subject === subject);
    return open ? String(open.id) : null;
  }

  private staffOf(row: DepositReportRow): StaffDepositReport {
    const { userId, transactionId, note, reason, decidedBy, decidedAt } = row;
    const { payments } = findingOf(row);
    const isRefused = reason !== null && decidedBy !== null && decidedAt !== null;
    return {
      ...commonFields(row),
      transaction: maskContactsIn(transactionId),
      note: note === null ? null : maskContactsIn(note),
      userId,
      payments: payments.map(({ units: _, ...payment }) => ({
        ...payment,
        proposal: this.proposalOf(row, payment.output),
      })),
      decision: isRefused ? { reason, by: decidedBy, at: decidedAt } : null,
    };
  }
}

function findingOf({ state, finding }: DepositReportRow): Finding {
  return { state, ...(JSON.parse(finding) as Omit<Finding, 'state'>) };
}

function commonFields(row: DepositReportRow) {
  const { id, chain, transactionId, note, state, createdAt, lookedAt } = row;
  const { confirmations } = findingOf(row);
  const reportFields = { id: String(id), chain, chainName: chainNameOf(chain), transaction: transactionId, note };
  return { ...reportFields, state, confirmations, createdAt, lookedAt };
}

function ownRecord(row: DepositReportRow, language: Language): DepositReport {
  const payments = findingOf(row).payments.map(({ output: _, units: __, ...payment }) => payment);
  const reason = row.reason === null ? null : staffReasonText(language, row.reason);
  return { ...commonFields(row), payments, reason };
}
