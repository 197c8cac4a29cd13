/** Staff's commands: who sent it, what was asked, one handler for all, a table for what differs. */
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import type { Actor, CommandOf as CoreCommandOf } from '../../core/command';
import type { Accepted, Reference } from '../../engine/port';
import type { Journal } from '../../journal/port';
import type { Config } from '../../platform/config/config';
import { isFinalRefusal, Refusal } from '../../platform/errors/refusal';
import type { KnownStaff } from '../../platform/auth/staff/known-staff';
import { Tickets } from '../../platform/auth/tickets';
import { CommandOf } from '../../platform/http/route-messages';
import { CONFIG, JOURNAL, KNOWN_STAFF, LIVE_VIEWS, REFERENCE } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { madeIn, type Made } from '../../views/live/staff';
import { AssetTerms } from '../shared/asset-terms.queries';
import { OwnersPayments } from '../shared/withdrawals/owners-payments.queries';
import { PayoutChecks } from '../shared/withdrawals/payout-checks.queries';
import { Submitter } from '../shared/endpoints/submitter';
import { StaffTexts } from '../../platform/staff-texts';
import { Payees } from './payees.queries';
import { marketOf } from '../shared/orders/markets';
import type { Knowledge } from '../shared/staff-knowledge';
import { STAFF_CONVERTERS, type StaffRequests, type StaffRequestType } from './staff.converters';

/** A view that is further behind has not seen what became a proposal: the list of them has it later. */
const SEEN_MS_MAX = 5_000;

export interface Acted extends Accepted {
  /** It is not done, and waits as that for another of staff. */
  proposal: number | null;
  /** One did it alone; it ends at `until` unless another keeps it. */
  act: { act: number; until: number | null } | null;
}

export class StaffAct<T extends StaffRequestType = StaffRequestType> extends Command<Acted> {
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
    private readonly payees: Payees,
    private readonly texts: StaffTexts,
    assets: AssetTerms,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    @Inject(REFERENCE) private readonly reference: Reference,
    @Inject(CONFIG) { limits }: Config,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'read'>,
  ) {
    this.knowledge = {
      limits,
      scaleOf: async (asset) => (await assets.get(asset)).scale,
      stepsOf: (market) => marketOf(reference, market).terms,
      keepText: (about, text) => texts.keep(about, text),
      nameHashOf: (name) => payees.hashOf(name),
    };
  }

  async execute(act: StaffAct): Promise<Acted> {
    const accepted = await this.act(act);
    const made = await this.madeIn(accepted);
    if (made === null) return { ...accepted, proposal: null, act: null };
    return 'proposal' in made ? { ...accepted, ...made, act: null } : { ...accepted, proposal: null, act: made };
  }

  private async madeIn({ position, repeated }: Accepted): Promise<Made | null> {
    await this.views.waitFor(position, SEEN_MS_MAX);
    return this.views.staff.madeAt(position) ?? (repeated ? this.madeBefore(position) : null);
  }

  /** What was asked before this process began the journal alone tells. */
  private async madeBefore(position: number): Promise<Made | null> {
    for await (const { batch } of this.journal.read(position)) return madeIn(batch);
    return null;
  }

  private async act({ actor, type, request }: StaffAct): Promise<Accepted> {
    const convert = STAFF_CONVERTERS[type] as (
      request: StaffRequests[StaffRequestType],
      knowledge: Knowledge,
    ) => Convertible;
    const asked = await this.payees.name(await convert(request, this.knowledge));
    const command = await this.hashed(asked);
    const market = 'market' in request ? this.reference.market(request.market) : undefined;
    const submit: Submit = async (one) => {
      const envelope = { actor, clientId: request.clientId, command: one };
      try {
        return await this.submitter.submit(envelope, market);
      } catch (error) {
        const before =
          isReused(error) && (await this.submitter.foresee({ ...envelope, command: asWritten(one, asked) }));
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
    // A repetition starts nothing: since then the withdrawal may have been rejected.
    if (command.type === 'StartPayout' && !accepted.repeated) await this.payouts.afterStart(command.withdrawal);
    return accepted;
  }

  /** The one place where words of staff would enter the journal: their hash does, once the words are kept. */
  private async hashed<T extends { type: string }>(command: T): Promise<T> {
    if (!('reason' in command) || typeof command.reason !== 'string') return command;
    return { ...command, reason: await this.texts.keepReason(command.reason) };
  }

  private async fundHouse(command: CoreCommandOf<'FundHouse'>, submit: Submit): Promise<Accepted> {
    const { asset, amount, reference = '' } = command;
    return this.submitFirst(command, await this.owners.referencesOf({ asset, amount, reference }), submit);
  }

  /** A transaction may pay the same several times: the first output that has not counted yet counts for this. */
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
      // Refused, nothing is rejected; without an answer it may be.
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
    @Inject(KNOWN_STAFF) private readonly known: KnownStaff,
  ) {}

  async execute({ user, request: { userId } }: EndLogIns) {
    // One person could keep all other staff out. Staff end their own log-ins; a doubtful colleague is frozen.
    if (userId !== user && this.known.roleOf(userId) !== 'user') throw new Refusal('command.not.permitted');
    return { ended: await this.tickets.endAll(userId, 'staff') };
  }
}

function isReused(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'client.id.reused';
}

/** As the command was when reasons went into the journal as they were written: what it did then is not done again. */
function asWritten<T extends object>(command: T, asked: object): T {
  return 'reason' in command && 'reason' in asked ? { ...command, reason: asked.reason } : command;
}

type Convertible = ReturnType<(typeof STAFF_CONVERTERS)[StaffRequestType]>;
type Submit = (command: Awaited<Convertible>) => Promise<Accepted>;
