/** What waits for a second of staff, or for its time, as the desk shows it: decimals in place of units, texts in place of hashes. */
import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { decimalOf } from '../../../shared/rules/units';
import { VALUE_SCALE } from '../../../shared/rules/values';
import { limitOfKey } from '../../../shared/products/wallet/rules/withdrawal-limits';
import { STAFF_COMMANDS, type StaffKind } from '../../../shared/rules/staff-kinds';
import type { StaffProposal } from '../../../shared/wire/staff';
import type { Proposal } from '../../core/staff/state';
import { maskedFor, type SeenScope } from '../../platform/auth/staff/audit-bounds';
import { StaffTexts } from '../../platform/staff-texts';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { Refusal } from '../../platform/errors/refusal';
import { QueryOf, sentWith } from '../../platform/http/route-messages';
import { idOf } from '../shared/orders/convert';
import { handles } from '../shared/endpoints/handles';
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
    const scope = sentWith(query).seen;
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
    const told = JSON.parse(json) as Facts;
    const { name, hash, bindings } = told;
    // A setting of the desk is its name and a hash; a product that has a name is more than that.
    if (typeof name === 'string' && Object.keys(told).every((fact) => fact === 'name' || fact === 'hash')) {
      const text = typeof hash === 'string' ? await this.texts.textOf(name, hash) : null;
      return text === null ? { setting: name } : { setting: name, text };
    }
    const facts = decimalFacts(this.live.markets, told);
    return bindings === undefined ? facts : { ...facts, ...bindingsOf(Number(bindings)) };
  }
}

/** Refuses `proposal.state.invalid` where this is not what was shown to whoever confirms it. */
export class RefuseOtherAct extends Query<void> {
  constructor(
    readonly proposal: string,
    readonly digest: string,
  ) {
    super();
  }
}

export const RefuseOtherActHandler = handles(
  RefuseOtherAct,
  [LIVE_VIEWS],
  async ({ proposal: id, digest }, live): Promise<void> => {
    const proposal = live.staff.proposal(idOf(id));
    // One that is not there any more is the core's to refuse: the same confirmation may have ended it.
    if (proposal && digestOfAct(proposal.act) !== digest) throw new Refusal('proposal.state.invalid');
  },
);

/** To whoever sees no personal data: neither why, nor what a payment is called. An admin has to compare both before confirming it. */
function withoutPerson(scope: SeenScope, record: StaffProposal): StaffProposal {
  const masked = (facts: Facts): Facts =>
    typeof facts['reference'] === 'string' ? { ...facts, reference: maskedFor(scope, facts['reference']) } : facts;
  return { ...record, reason: null, before: masked(record.before), after: masked(record.after) };
}

function digestOfAct(act: string): string {
  return createHash('sha256').update(act).digest('hex');
}

/** What waits is a change; what takes effect at once moves money where the command may, and restores something where not. */
function kindOf({ command, waits }: Readonly<Proposal>): StaffProposal['kind'] {
  if (waits) return 'change';
  const kinds: Readonly<Record<string, readonly StaffKind[]>> = STAFF_COMMANDS;
  return kinds[command]?.includes('money') ? 'money' : 'restore';
}

function bindingsOf(key: number): Facts {
  const { bindings, isVerified } = limitOfKey(key);
  return { bindings, verified: isVerified ? 1 : 0 };
}
