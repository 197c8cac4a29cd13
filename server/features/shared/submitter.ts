/** Every command of the interface goes through here: submit, and say a refusal in the words of the interface. */
import { Inject, Injectable } from '@nestjs/common';
import { decimalOf } from '../../../shared/rules/units';
import { VALUE_SCALE } from '../../../shared/rules/values';
import type { CommandAnswer, StaffAnswer } from '../../../shared/wire/fields';
import type { Rejection } from '../../core/rejection';
import type { Accepted, CommandEnvelope, CommandPort } from '../../engine/port';
import { Refusal } from '../../platform/errors/refusal';
import { COMMAND_PORT, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import { Ended } from './ended.queries';

@Injectable()
export class Submitter {
  constructor(
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    private readonly ended: Ended,
  ) {}

  /** Durable and accepted, or a thrown refusal. `market` says in which steps the facts of a refusal are counted. */
  async submit(envelope: CommandEnvelope, market?: LiveMarket): Promise<Accepted> {
    const outcome = await this.port.submit(envelope);
    if (!('rejected' in outcome)) return outcome;
    throw await this.refusal(envelope, outcome, market);
  }

  /** What is known of a command before it is submitted: its first outcome, or why it would be refused; null: it would not. */
  async foresee(envelope: CommandEnvelope): Promise<Accepted | Refusal | null> {
    const outcome = await this.port.foresee(envelope);
    return outcome !== null && 'rejected' in outcome ? this.refusal(envelope, outcome) : outcome;
  }

  private async refusal({ command }: CommandEnvelope, rejection: Rejection, market?: LiveMarket): Promise<Refusal> {
    const ended = await this.ended.of(command, rejection, this.port.figures().durablePosition);
    return ended ?? new Refusal(rejection.rejected, this.factsOf(rejection, market));
  }

  /** Ticks, lots and units are the core's; the interface knows decimals. */
  private factsOf({ rejected, facts }: Rejection, market: LiveMarket | undefined): unknown {
    if (!facts) return null;
    const { asset } = facts;
    if (rejected === 'balance.insufficient' && typeof asset === 'string') {
      return { ...facts, required: this.amount(asset, facts.required), available: this.amount(asset, facts.available) };
    }
    if (AMOUNT_CODES.has(rejected) && typeof asset === 'string') return this.amountsOf(asset, facts);
    if (rejected === 'withdrawal.limit.exceeded' || rejected === 'staff.day.exceeded')
      return { left: decimalOf(BigInt(facts.left), VALUE_SCALE) };
    if (/^(option|earn|robot|statement)\./.test(rejected) && typeof asset === 'string')
      return this.amountsOf(asset, facts);
    if (rejected === 'terms.out.of.bounds' && typeof facts.maximum === 'string')
      return { maximum: decimalOf(BigInt(facts.maximum), VALUE_SCALE) };
    if (!market) return facts;
    const told: Record<string, string | number> = { ...facts };
    for (const [name, value] of Object.entries(facts)) {
      if (LOT_FACTS.has(`${rejected}/${name}`)) told[name] = market.quantity(BigInt(value));
      if (PRICE_FACTS.has(`${rejected}/${name}`)) told[name] = market.price(Number(value));
      if (QUOTE_FACTS.has(`${rejected}/${name}`)) told[name] = market.quoteAmount(BigInt(value));
    }
    return told;
  }

  /** Of refusals that count in one asset all but its name. */
  private amountsOf(asset: string, facts: Readonly<Record<string, string | number>>): Record<string, string | number> {
    const told = Object.entries(facts).map(([name, value]): [string, string | number] => {
      return [name, name === 'asset' ? value : this.amount(asset, value)];
    });
    return Object.fromEntries(told);
  }

  private amount(asset: string, units: string | number | undefined): string {
    return this.views.markets.amount(asset, BigInt(units ?? 0));
  }
}

/** Whose facts are amounts of the asset that they name. */
const AMOUNT_CODES = new Set([
  'withdrawal.not.final',
  'withdrawal.fee.changed',
  'transfer.not.final',
  'open.interest.above.fund',
]);
const LOT_FACTS = new Set([
  'quantity.too.small/minimum',
  'quantity.too.large/maximum',
  'amend.below.filled/filled',
  'closing.exceeds.position/maximum',
]);
const PRICE_FACTS = new Set(['price.beyond.limit/limit', 'order.not.final/limit']);
const QUOTE_FACTS = new Set(['notional.too.small/minimum']);

/** What every command of staff answers with. */
export function staffAnswerOf({ proposal, act, ...accepted }: ActedOnce): StaffAnswer {
  return {
    ...answerOf(accepted),
    ...(proposal === null ? {} : { proposal: String(proposal) }),
    ...(act === null ? {} : { act: { act: String(act.act), until: act.until } }),
  };
}
interface ActedOnce extends Accepted {
  proposal: number | null;
  act: { act: number; until: number | null } | null;
}

/** What every command answers with. */
export function answerOf({ position, repeated }: Accepted): CommandAnswer {
  return { position, repeated };
}
