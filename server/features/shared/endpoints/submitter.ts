/** Every command of the interface goes through here: submit, and say a refusal in the words of the interface. */
import { Inject, Injectable } from '@nestjs/common';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/values';
import type { CommandAnswer, StaffAnswer } from '../../../../shared/wire/fields';
import type { MarketSteps } from '../../../core/market/steps';
import type { FactUnit, Rejection } from '../../../core/rejection';
import type { Accepted, CommandEnvelope, CommandPort, Reference } from '../../../engine/port';
import { Refusal } from '../../../platform/errors/refusal';
import { COMMAND_PORT, REFERENCE } from '../../../platform/tokens';
import { Ended } from '../orders/ended.queries';

@Injectable()
export class Submitter {
  constructor(
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(REFERENCE) private readonly reference: Reference,
    private readonly ended: Ended,
  ) {}

  /** Durable and accepted, or a thrown refusal. `market` says in which steps the facts of a refusal are counted. */
  async submit(envelope: CommandEnvelope, market?: MarketSteps): Promise<Accepted> {
    const outcome = await this.port.submit(envelope);
    if (!('rejected' in outcome)) return outcome;
    throw await this.refusal(envelope, outcome, market);
  }

  /** Of a command that ends all there is: to find nothing is no refusal. The answer then stands for the journal as it is. */
  async submitForAll(envelope: CommandEnvelope, nothing: Rejection['rejected']): Promise<Accepted> {
    const outcome = await this.port.submit(envelope);
    if (!('rejected' in outcome)) return outcome;
    if (outcome.rejected !== nothing) throw await this.refusal(envelope, outcome);
    return { position: this.port.figures().durablePosition, id: null, repeated: false };
  }

  /** What is known of a command before it is submitted: its first outcome, or why it would be refused; null: it would not. */
  async foresee(envelope: CommandEnvelope): Promise<Accepted | Refusal | null> {
    const outcome = await this.port.foresee(envelope);
    return outcome !== null && 'rejected' in outcome ? this.refusal(envelope, outcome) : outcome;
  }

  private async refusal({ command }: CommandEnvelope, rejection: Rejection, market?: MarketSteps): Promise<Refusal> {
    const ended = await this.ended.of(command, rejection, this.port.figures().durablePosition);
    return ended ?? new Refusal(rejection.rejected, this.factsOf(rejection, market));
  }

  /** Ticks, lots and units become decimals. A fact whose market or asset is not known stays as it is. */
  private factsOf({ rejected, facts }: Rejection, market: MarketSteps | undefined): Rejection['facts'] | null {
    if (!facts) return null;
    const units = this.reference.factUnits(rejected);
    if (!units) return facts;
    const decimals = Object.entries(facts).map(([fact, value]): [string, string | number] => {
      const unit = units[fact];
      return [fact, (unit && this.decimalOf(value, unit, facts.asset, market)) ?? value];
    });
    return Object.fromEntries(decimals);
  }

  private decimalOf(
    value: string | number,
    unit: FactUnit,
    asset: string | number | undefined,
    market: MarketSteps | undefined,
  ): string | undefined {
    if (unit === 'value') return decimalOf(BigInt(value), VALUE_SCALE);
    if (unit === 'asset') {
      const scale = typeof asset === 'string' ? this.reference.scaleOf(asset) : undefined;
      return scale === undefined ? undefined : decimalOf(BigInt(value), scale);
    }
    if (unit === 'lots') return market?.quantity(BigInt(value));
    return unit === 'ticks' ? market?.price(Number(value)) : market?.quoteAmount(BigInt(value));
  }
}

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
