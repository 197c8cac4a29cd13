/** Staff commands: sender, request, one handler for all, and a table of differences. */
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import type { Actor, CommandOf as CoreCommandOf } from '../../core/command';
import type { Accepted, ReferenceData } from '../../engine/port';
import type { Journal } from '../../journal/port';
import type { Config } from '../../platform/config/config';
import { isFinalRefusal, Refusal } from '../../platform/errors/refusal';
import type { KnownStaff } from '../../platform/auth/staff/known-staff';
import { Tickets } from '../../platform/auth/tickets';
import { CommandOf } from '../../platform/http/route-messages';
import { CONFIG, JOURNAL, KNOWN_STAFF, LIVE_VIEWS, REFERENCE } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { staffResultOf, type StaffResult } from '../../views/live/staff';
import { AssetTerms } from '../shared/asset-terms.queries';
import { OwnersPayments } from '../shared/withdrawals/owners-payments.queries';
import { PayoutChecks } from '../shared/withdrawals/payout-checks.queries';
import { Submitter } from '../shared/endpoints/submitter';
import { StaffTexts } from '../../platform/staff-texts';
import { PayeeNames } from './payees.queries';
import { marketOf } from '../shared/orders/markets';
import type { Knowledge } from '../shared/staff-knowledge';
import { STAFF_CONVERTERS, type StaffRequests, type StaffRequestType } from './staff.converters';

/** Maximum wait in ms for the live view; if it lags more, the proposal appears in the list later. */
const VIEWS_WAIT_MS_MAX = 5_000;

export interface StaffActResult extends Accepted {
  /** Id of the pending proposal, if the command needs a second member of staff. */
  proposal: number | null;
  /** Set if one member acted alone; the effect ends at `until` unless another confirms it. */
  act: { act: number; until: number | null } | null;
}

export class StaffAct<T extends StaffRequestType = StaffRequestType> extends Command<StaffActResult> {
  constructor(
    readonly actor: Actor,
    readonly type: T,
    readonly request: StaffRequests[T],
  ) {
    super();
  }
}

@CommandHandler(StaffAct)
export class StaffActHandler implements ICommandHandler<StaffAct> {
  private readonly knowledge: Knowledge;

  constructor(
    private readonly submitter: Submitter,
    private readonly payouts: PayoutChecks,
    private readonly owners: OwnersPayments,
    private readonly payees: PayeeNames,
    private readonly texts: StaffTexts,
    assets: AssetTerms,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    @Inject(REFERENCE) private readonly reference: ReferenceData,
    @Inject(CONFIG) { limits }: Config,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'read'>,
  ) {
    this.knowledge = {
      limits,
      scaleOf: async (asset) => (await assets.get(asset)).scale,
      stepsOf: (market) => marketOf(reference, market).terms,
      keepText: (subject, text) => texts.keep(subject, text),
      nameHashOf: (name) => payees.hashOf(name),
    };
  }

  async execute(act: StaffAct): Promise<StaffActResult> {
    const accepted = await this.act(act);
    const result = await this.resultOf(accepted);
    if (result === null) return { ...accepted, proposal: null, act: null };
    return 'proposal' in result ? { ...accepted, ...result, act: null } : { ...accepted, proposal: null, act: result };
  }

  private async resultOf({ position, repeated }: Accepted): Promise<StaffResult | null> {
    await this.views.waitFor(position, VIEWS_WAIT_MS_MAX);
    return this.views.staff.resultAt(position) ?? (repeated ? this.resultInJournal(position) : null);
  }

  /** Requests from before this process started are only in the journal. */
  private async resultInJournal(position: number): Promise<StaffResult | null> {
    for await (const { batch } of this.journal.read(position)) return staffResultOf(batch);
    return null;
  }

  private async act({ actor, type, request }: StaffAct): Promise<Accepted> {
    const convert = STAFF_CONVERTERS[type] as (
      request: StaffRequests[StaffRequestType],
      knowledge: Knowledge,
    ) => Convertible;
    const plainCommand = await this.payees.name(await convert(request, this.knowledge));
    const command = await this.withHashedReason(plainCommand);
    const market = 'market' in request ? this.reference.market(request.market) : undefined;
    const submit: Submit = async (one) => {
      const envelope = { actor, clientId: request.clientId, command: one };
      try {
        return await this.submitter.submit(envelope, market);
      } catch (error) {
        const before =
          isReused(error) &&
          (await this.submitter.dryRun({ ...envelope, command: withPlainReason(one, plainCommand) }));
        if (before && 'position' in before) return before;
        throw error;
      }
    };
    if (command.type === 'PayWithdrawal') {
      return this.submitFirst(command, await this.payouts.referencesOf(command.withdrawal, command.reference), submit);
    }
    if (command.type === 'FundHouse') return this.fundHouse(command, submit);
    if (command.type === 'RejectWithdrawal') return this.reject(command, submit);
    if (command.type === 'StartPayout') await this.payouts.beforeStart(command.withdrawal);
    const accepted = await submit(command);
    // A retry releases no claim: the withdrawal may have been rejected since.
    if (command.type === 'StartPayout' && !accepted.repeated) await this.payouts.afterStart(command.withdrawal);
    return accepted;
  }

  /** The only place where texts by staff could enter the journal: they are stored here, and their hash is submitted. */
  private async withHashedReason<T extends { type: string }>(command: T): Promise<T> {
    if (!('reason' in command) || typeof command.reason !== 'string') return command;
    return { ...command, reason: await this.texts.keepReason(command.reason) };
  }

  private async fundHouse(command: CoreCommandOf<'FundHouse'>, submit: Submit): Promise<Accepted> {
    const { asset, amount, reference = '' } = command;
    return this.submitFirst(command, await this.owners.referencesOf({ asset, amount, reference }), submit);
  }

  /** A transaction may contain equal payments: the first output not yet counted is used. */
  private async submitFirst<T extends CoreCommandOf<'PayWithdrawal'> | CoreCommandOf<'FundHouse'>>(
    command: T,
    references: readonly string[],
    submit: Submit,
  ): Promise<Accepted> {
    for (const [index, reference] of references.entries()) {
      try {
        return await submit({ ...command, reference });
      } catch (error) {
        const isUsed = error instanceof Refusal && error.code === 'reference.already.used';
        if (!isUsed || index === references.length - 1) throw error;
      }
    }
    throw new Refusal('payout.transaction.mismatch');
  }

  private async reject(command: CoreCommandOf<'RejectWithdrawal'>, submit: Submit): Promise<Accepted> {
    const takeBack = await this.payouts.beforeRejection(command.withdrawal);
    try {
      return await submit(command);
    } catch (error) {
      // A final refusal undoes the claim; without an answer the rejection may have happened.
      if (isFinalRefusal(error)) await takeBack();
      throw error;
    }
  }
}

export class EndLogIns extends CommandOf(ROUTES.endLogins) {}

@CommandHandler(EndLogIns)
export class EndLogInsHandler implements ICommandHandler<EndLogIns> {
  constructor(
    private readonly tickets: Tickets,
    @Inject(KNOWN_STAFF) private readonly knownStaff: KnownStaff,
  ) {}

  async execute({ user, request: { userId } }: EndLogIns) {
    // One member could otherwise lock out all other staff. Staff end their own log-ins; accounts of suspicious staff are frozen.
    if (userId !== user && this.knownStaff.roleOf(userId) !== 'user') throw new Refusal('command.not.permitted');
    return { ended: await this.tickets.endAll(userId, 'staff') };
  }
}

function isReused(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'client.id.reused';
}

/** The command in its form from before reasons were hashed, so that a retry of that time is recognised. */
function withPlainReason<T extends object>(command: T, plainCommand: object): T {
  return 'reason' in command && 'reason' in plainCommand ? { ...command, reason: plainCommand.reason } : command;
}

type Convertible = ReturnType<(typeof STAFF_CONVERTERS)[StaffRequestType]>;
type Submit = (command: Awaited<Convertible>) => Promise<Accepted>;
