/**
 * Proposals awaiting a second staff member or their time, for the desk: decimals instead of units, texts instead of
 * hashes.
 */
import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { decimalOf } from '../../../shared/rules/units';
import { VALUE_SCALE } from '../../../shared/rules/valuation';
import { limitOfKey } from '../../../shared/products/wallet/rules/withdrawal-limits';
import { STAFF_COMMANDS, type StaffKind } from '../../../shared/rules/staff-kinds';
import type { StaffProposal } from '../../../shared/wire/staff-proposals';
import type { Proposal } from '../../core/staff/state';
import { maskedFor, type VisibleScope } from '../../platform/auth/staff/audit-bounds';
import { StaffTexts } from '../../platform/staff-texts';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { Refusal } from '../../platform/errors/refusal';
import { QueryOf, requestContextOf } from '../../platform/http/route-messages';
import { idOf } from '../shared/orders/convert';
import { messageHandler } from '../shared/endpoints/handlers';
import { LiveReader } from '../shared/endpoints/live-reader';
import { decimalFacts, type Facts } from './term-facts';

export class StaffProposals extends QueryOf(ROUTES.proposals) {}

@QueryHandler(StaffProposals)
export class StaffProposalsHandler implements IQueryHandler<StaffProposals> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly reader: LiveReader,
    private readonly texts: StaffTexts,
  ) {}

  async execute(query: StaffProposals) {
    await this.reader.at(query.request.minPosition);
    const scope = requestContextOf(query).visibleScope;
    const proposals = this.live.staff.proposals();
    const records = await Promise.all(proposals.map((proposal) => this.recordOf(proposal)));
    return { records: scope.personal === 1 ? records : records.map((record) => withoutPerson(scope, record)) };
  }

  private async recordOf(proposal: Readonly<Proposal>): Promise<StaffProposal> {
    const { id, by, command, act, subject, user, worth, at, until, confirmedBy, from, waits } = proposal;
    return {
      proposal: String(id),
      command,
      kind: kindOf(proposal),
      subject,
      worth: worth === null ? null : decimalOf(worth, VALUE_SCALE),
      right: this.live.staff.rightOf(command),
      proposedBy: by,
      proposedAt: at,
      userId: user,
      reason: await this.reasonOf(proposal),
      before: await this.factsOf(proposal.before),
      after: await this.factsOf(proposal.after),
      until,
      waitMs: waits ? this.live.staff.waitMs() : 0,
      confirmedBy,
      from,
      digest: digestOfAct(act),
    };
  }

  private async reasonOf({ act }: Readonly<Proposal>): Promise<string | null> {
    const { reason } = JSON.parse(act) as { reason?: string };
    return reason === undefined ? null : this.texts.reasonOf(reason);
  }

  private async factsOf(json: string): Promise<Facts> {
    const termFacts = JSON.parse(json) as Facts;
    const { name, hash, bindings } = termFacts;
    // A desk setting has only a name and a hash; a product with a name has more fields.
    if (typeof name === 'string' && Object.keys(termFacts).every((field) => field === 'name' || field === 'hash')) {
      const text = typeof hash === 'string' ? await this.texts.textOf(name, hash) : null;
      return text === null ? { setting: name } : { setting: name, text };
    }
    const decimals = decimalFacts(this.live.markets, termFacts);
    return bindings === undefined ? decimals : { ...decimals, ...bindingsOf(Number(bindings)) };
  }
}

/** Refuses `proposal.state.invalid` if the proposal differs from the one shown to the confirming person. */
export class RequireShownProposal extends Query<void> {
  constructor(
    readonly proposal: string,
    readonly digest: string,
  ) {
    super();
  }
}

export const RequireShownProposalHandler = messageHandler(
  RequireShownProposal,
  [LIVE_VIEWS],
  async ({ proposal: id, digest }, live): Promise<void> => {
    const proposal = live.staff.proposal(idOf(id));
    // The core refuses a missing proposal: a retry of this confirmation may have ended it.
    if (proposal && digestOfAct(proposal.act) !== digest) throw new Refusal('proposal.state.invalid');
  },
);

/**
 * For callers without personal data: omits reasons and payment references. An admin must compare both before
 * confirming.
 */
function withoutPerson(scope: VisibleScope, record: StaffProposal): StaffProposal {
  const masked = (terms: Facts): Facts =>
    typeof terms['reference'] === 'string' ? { ...terms, reference: maskedFor(scope, terms['reference']) } : terms;
  return { ...record, reason: null, before: masked(record.before), after: masked(record.after) };
}

function digestOfAct(act: string): string {
  return createHash('sha256').update(act).digest('hex');
}

/** A waiting proposal is a change. An immediate one moves money if its command may, and otherwise restores something. */
function kindOf({ command, waits }: Readonly<Proposal>): StaffProposal['kind'] {
  if (waits) return 'change';
  const kinds: Readonly<Record<string, readonly StaffKind[]>> = STAFF_COMMANDS;
  return kinds[command]?.includes('money') ? 'money' : 'restore';
}

function bindingsOf(key: number): Facts {
  const { bindings, isVerified } = limitOfKey(key);
  return { bindings, verified: isVerified ? 1 : 0 };
}
