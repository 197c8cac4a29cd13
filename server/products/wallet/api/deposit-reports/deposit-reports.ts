/** Deposits that users say did not arrive: kept, looked at on their network, decided by staff. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { chainNameOf } from '../../../../../shared/rules/chains';
import { maskedWithin } from '../../../../../shared/products/identity/rules/masks';
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
/** Within this time after the last look a report is answered from the store. */
const LOOK_AGAIN_MS = 20_000;

interface ToCredit {
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
  /** Users for whom a node is being asked. */
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

  /** The same transaction again is the same report. Refuses `deposit.reports.too.many`, and `system.busy` during another look. */
  async report(userId: number, request: ReportDepositRequest, language: Language): Promise<DepositReport> {
    const transactionId = this.finder.normal(request.chain, request.transaction);
    const known = await this.find(userId, request.chain, transactionId);
    if (known) return ownOf(await this.lookedAtByOwner(known), language);
    await this.refuseMore(userId, this.database.sql);
    return ownOf(await this.alone(userId, () => this.reported(userId, transactionId, request)), language);
  }

  private async reported(userId: number, transactionId: string, { chain, note }: ReportDepositRequest) {
    const { state, ...finding } = await this.finder.look(userId, chain, transactionId);
    return this.database.sql.transaction().execute(async (transaction): Promise<DepositReportRow> => {
      // The counter comes first: its row makes the same request, sent twice at once, wait for itself.
      const [id] = await takeIds(transaction, 'deposit_report', 1);
      const reports = transaction.selectFrom('depositReports').selectAll().where('userId', '=', userId);
      const first = await reports
        .where('chain', '=', chain)
        .where('transactionId', '=', transactionId)
        .executeTakeFirst();
      if (first) return first;
      await this.refuseMore(userId, transaction);
      const now = this.clock();
      const named = { id, userId, chain, transactionId, note: note === undefined || note === '' ? null : note };
      const undecided = { reason: null, decidedBy: null, decidedAt: null };
      const made = { ...named, state, finding: JSON.stringify(finding), createdAt: now, lookedAt: now, ...undecided };
      await transaction.insertInto('depositReports').values(made).execute();
      return made;
    });
  }

  /** Refuses `deposit.report.not.found`, also of another's, and `system.busy` during another look. */
  async lookOwn(userId: number, id: string, language: Language): Promise<DepositReport> {
    const row = await this.rowOf(id);
    if (row.userId !== userId) throw new Refusal('deposit.report.not.found');
    return ownOf(await this.lookedAtByOwner(row), language);
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
    const rows = await this.settled(await page.execute());
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { records: rows.map((row) => ownOf(row, language)), total, pageIndex, pageSize };
  }

  /** Those that staff decide, oldest first; all, newest first. */
  async list({ which, pageIndex, pageSize }: DepositReportsRequest): Promise<Page<StaffDepositReport>> {
    const base = this.database.lists
      .selectFrom('depositReports')
      .$if(which === 'open', (reports) => reports.where('state', 'in', [...DEPOSIT_STATES_OF_STAFF]));
    const page = base
      .selectAll()
      .orderBy('id', which === 'open' ? 'asc' : 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize);
    const rows = await this.settled(await page.execute());
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { records: rows.map((row) => this.staffOf(row)), total, pageIndex, pageSize };
  }

  /** Refuses `deposit.report.not.found`. */
  async lookForStaff(id: string): Promise<void> {
    await this.lookedAt(await this.rowOf(id));
  }

  /** In clear. Refuses `deposit.report.not.found`, and `user.not.found` where another user wrote it. */
  async show({ report, userId }: ShowDepositReportRequest): Promise<ShownDepositReport> {
    const row = await this.rowOf(report);
    if (row.userId !== userId) throw new Refusal('user.not.found');
    return { id: report, transaction: row.transactionId, note: row.note };
  }

  /**
   * The credit that the network supports now; nothing comes from what anybody wrote. Refuses `chain.unavailable` while its node does not answer,
   * `deposit.report.ended` and `deposit.not.missing`.
   */
  async toCredit(id: string, output: string): Promise<ToCredit> {
    const row = await this.rowOf(id);
    if (row.state === 'refused') throw new Refusal('deposit.report.ended');
    const { userId, chain, transactionId } = row;
    const { state, payments } = await this.finder.look(userId, chain, transactionId);
    if (state === 'away') throw new Refusal('chain.unavailable');
    if ((await this.rowOf(id)).state === 'refused') throw new Refusal('deposit.report.ended');
    const payment = payments.find((one) => one.output === output);
    const index = await this.finder.addressIndexOf(userId, chain);
    // The same request again is the same command again: the core knows what has been credited.
    const isThere = payment?.state === 'missed' || payment?.state === 'credited';
    if (!payment || !isThere || index === undefined) throw new Refusal('deposit.not.missing');
    const { asset, amount } = payment;
    const reference = referenceOf(chain, transactionId, output);
    return { userId, asset, amount, reference, index, ...this.finder.wordOn(chain) };
  }

  /**
   * Refuses `deposit.report.not.found`, `deposit.report.ended` but for the same again, and `proposal.already.open` while its credit
   * waits for a second of staff.
   */
  async refuse(staff: number, { report, reason }: RefuseReportRequest): Promise<void> {
    const [row] = await this.settled([await this.rowOf(report)]);
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
    const facts = { transaction: shortAddress(transactionId), reason };
    await this.messages.tell(userId, 'deposit.refused', facts, `deposit/report/${id}`);
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

  private async lookedAtByOwner(row: DepositReportRow): Promise<DepositReportRow> {
    const isNew = this.clock() < row.lookedAt + LOOK_AGAIN_MS;
    if (!isNew) return this.alone(row.userId, () => this.lookedAt(row));
    const [settled] = await this.settled([row]);
    return settled;
  }

  /** One look of a user at a time. */
  private async alone<T>(userId: number, look: () => Promise<T>): Promise<T> {
    if (this.looking.has(userId)) throw new Refusal('system.busy', null, 1);
    this.looking.add(userId);
    try {
      return await look();
    } finally {
      this.looking.delete(userId);
    }
  }

  /** As its network shows it now. What was refused or credited stays so. */
  private async lookedAt(row: DepositReportRow): Promise<DepositReportRow> {
    const { id, userId, chain, transactionId } = row;
    if (row.state === 'refused' || row.state === 'credited') return row;
    const { state, ...finding } = await this.finder.look(userId, chain, transactionId);
    const lookedAt = this.clock();
    // While its node is away, what it said before is all that is known.
    const found = state === 'away' ? { lookedAt } : { state, finding: JSON.stringify(finding), lookedAt };
    const change = this.database.sql.updateTable('depositReports').set(found).where('id', '=', id);
    // Staff may have decided meanwhile.
    await change.where('state', '!=', 'refused').execute();
    return this.rowOf(String(id));
  }

  /** With what has been credited since they were looked at. */
  private async settled(rows: readonly DepositReportRow[]): Promise<DepositReportRow[]> {
    const now: DepositReportRow[] = [];
    for (const row of rows) {
      const finding = findingOf(row);
      let isNew = false;
      const payments: FoundPayment[] = [];
      for (const payment of finding.payments) {
        const reference = referenceOf(row.chain, row.transactionId, payment.output);
        const isOpen = payment.state === 'missed' || payment.state === 'waiting';
        const known = isOpen ? await this.recharges.find(row.userId, reference) : undefined;
        const isCredited = known?.status === 'success';
        isNew ||= isCredited;
        payments.push(isCredited ? { ...payment, state: 'credited', reason: null } : payment);
      }
      if (!isNew) {
        now.push(row);
        continue;
      }
      const { confirmations } = finding;
      const changed = { state: stateOf(payments), finding: JSON.stringify({ confirmations, payments }) };
      const change = this.database.sql.updateTable('depositReports').set(changed).where('id', '=', row.id);
      // Staff may have decided meanwhile.
      const { numUpdatedRows } = await change.where('state', '!=', 'refused').executeTakeFirst();
      now.push(numUpdatedRows === 0n ? row : { ...row, ...changed });
    }
    return now;
  }

  /** The open one to credit this payment. */
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
      ...reportOf(row),
      transaction: maskedWithin(transactionId),
      note: note === null ? null : maskedWithin(note),
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

function reportOf(row: DepositReportRow) {
  const { id, chain, transactionId, note, state, createdAt, lookedAt } = row;
  const { confirmations } = findingOf(row);
  const named = { id: String(id), chain, chainName: chainNameOf(chain), transaction: transactionId, note };
  return { ...named, state, confirmations, createdAt, lookedAt };
}

function ownOf(row: DepositReportRow, language: Language): DepositReport {
  const payments = findingOf(row).payments.map(({ output: _, units: __, ...payment }) => payment);
  const reason = row.reason === null ? null : staffReasonText(language, row.reason);
  return { ...reportOf(row), payments, reason };
}
