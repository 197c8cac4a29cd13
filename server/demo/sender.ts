/**
 * Sends commands without waiting for one before the next. A refusal is everyday life for a simulated trader, whose order
 * may have been filled or whose market may have been closed a moment ago: it is counted and passes by.
 */
import type { CommandEnvelope, CommandPort } from '../engine/port';
import { Refusal } from '../platform/errors/refusal';

export interface Tally {
  taken: number;
  /** By code. */
  refused: Map<string, number>;
  /** The engine was busy or could not tell. */
  unanswered: number;
}

export class Sender {
  readonly tally: Tally = { taken: 0, refused: new Map(), unanswered: 0 };
  private sent: Promise<Error | null>[] = [];

  constructor(private readonly port: Pick<CommandPort, 'submit'>) {}

  /** Decided when this returns, durable when `settled` does. */
  send(envelope: CommandEnvelope): void {
    this.sent.push(this.faultOf(envelope));
  }

  /** Commands sent since `settled` was last called. */
  get waiting(): number {
    return this.sent.length;
  }

  /** Resolves when what was sent up to now is answered; throws what is neither a refusal nor a busy engine. */
  async settled(): Promise<void> {
    const faults = await Promise.all(this.sent.splice(0));
    const fault = faults.find((one) => one !== null);
    if (fault) throw fault;
  }

  private async faultOf(envelope: CommandEnvelope): Promise<Error | null> {
    const { tally } = this;
    try {
      const outcome = await this.port.submit(envelope);
      if (!('rejected' in outcome)) tally.taken++;
      else tally.refused.set(outcome.rejected, (tally.refused.get(outcome.rejected) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof Refusal)) return error as Error;
      tally.unanswered++;
    }
    return null;
  }
}
