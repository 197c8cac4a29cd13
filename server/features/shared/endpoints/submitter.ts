/** Submits every command of the API and converts rejections into refusals. */
import { Inject, Injectable } from '@nestjs/common';
import { decimalOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/valuation';
import type { CommandAnswer, StaffAnswer } from '../../../../shared/wire/fields';
import type { MarketDecimals } from '../../../core/market/market-decimals';
import type { FactUnit, Rejection } from '../../../core/rejection';
import type { Accepted, CommandEnvelope, CommandPort, ReferenceData } from '../../../engine/port';
import type { Command } from '../../../core/command';
import type { CoreEvent } from '../../../core/event';
import { Refusal } from '../../../platform/errors/refusal';
import { COMMAND_PORT, REFERENCE } from '../../../platform/tokens';
import { EndedOrders } from '../orders/ended-orders.queries';

@Injectable()
export class Submitter {
  constructor(
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(REFERENCE) private readonly reference: ReferenceData,
    private readonly endedOrders: EndedOrders,
  ) {}

  /** Returns after the accepted command is durable; throws the refusal. `market` gives the units of its facts. */
  async submit(envelope: CommandEnvelope, market?: MarketDecimals): Promise<Accepted> {
    const outcome = await this.port.submit(envelope);
    if (!('rejected' in outcome)) return outcome;
    throw await this.refusal(envelope, outcome, market);
  }

  /** Submits a command that acts on all matching items. The rejection `nothing` counts as success at the journal's current position. */
  async submitForAll(envelope: CommandEnvelope, nothing: Rejection['rejected']): Promise<Accepted> {
    const outcome = await this.port.submit(envelope);
    if (!('rejected' in outcome)) return outcome;
    if (outcome.rejected !== nothing) throw await this.refusal(envelope, outcome);
    return { position: this.port.figures().durablePosition, id: null, repeated: false };
  }

  /** Dry run: returns the first outcome of a repeated command, or the refusal; null if it would be accepted. */
  async dryRun(envelope: CommandEnvelope): Promise<Accepted | Refusal | null> {
    const outcome = await this.port.dryRun(envelope);
    return outcome !== null && 'rejected' in outcome ? this.refusal(envelope, outcome) : outcome;
  }

  /** The events that the user's command would produce now, without effect. Throws the refusal. */
  async simulate<C extends Command>(
    user: number,
    commandAt: (at: number) => C,
  ): Promise<{ command: C; events: CoreEvent[] }> {
    const actor = `user/${user}` as const;
    const { command, decision } = await this.port.queryState(({ view, at, decide }) => {
      const command = commandAt(at);
      return { command, decision: decide(view, command, { actor, at }) };
    });
    if ('rejected' in decision) throw await this.refusal({ actor, command }, decision);
    return { command, events: decision };
  }

  private async refusal({ command }: CommandEnvelope, rejection: Rejection, market?: MarketDecimals): Promise<Refusal> {
    const endedRefusal = await this.endedOrders.refusalOf(command, rejection, this.port.figures().durablePosition);
    return endedRefusal ?? new Refusal(rejection.rejected, this.factsOf(rejection, market));
  }

  /** Converts ticks, lots and units to decimals. Facts of unknown markets or assets stay unchanged. */
  private factsOf({ rejected, facts }: Rejection, market: MarketDecimals | undefined): Rejection['facts'] | null {
    if (!facts) return null;
    const units = this.reference.factUnits(rejected);
    if (!units) return facts;
    const decimals = Object.entries(facts).map(([name, value]): [string, string | number] => {
      const unit = units[name];
      return [name, (unit && this.decimalOf(value, unit, facts.asset, market)) ?? value];
    });
    return Object.fromEntries(decimals);
  }

  private decimalOf(
    value: string | number,
    unit: FactUnit,
    asset: string | number | undefined,
    market: MarketDecimals | undefined,
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

/** The answer of every staff command. */
export function staffAnswerOf({ proposal, act, ...accepted }: StaffOutcome): StaffAnswer {
  return {
    ...answerOf(accepted),
    ...(proposal === null ? {} : { proposal: String(proposal) }),
    ...(act === null ? {} : { act: { act: String(act.act), until: act.until } }),
  };
}
interface StaffOutcome extends Accepted {
  proposal: number | null;
  act: { act: number; until: number | null } | null;
}

/** The answer of every command. */
export function answerOf({ position, repeated }: Accepted): CommandAnswer {
  return { position, repeated };
}
