/**
 * Sends commands without waiting for answers. Rejections are normal for simulated traders, whose order may just have
 * been filled or whose market closed: they are counted and ignored.
 */
import type { CommandEnvelope, CommandPort } from '../engine/port';
import { Refusal } from '../platform/errors/refusal';

export interface SendCounts {
  accepted: number;
  /** Number of rejections by code. */
  rejected: Map<string, number>;
  /** Commands without a known outcome, because the engine was busy. */
  unanswered: number;
}

export class Sender {
  readonly tally: SendCounts = { accepted: 0, rejected: new Map(), unanswered: 0 };
  private pendingSends: Promise<Error | null>[] = [];

  constructor(private readonly port: Pick<CommandPort, 'submit'>) {}

  /** Decided on return, durable when `settled` resolves. */
  send(envelope: CommandEnvelope): void {
    this.pendingSends.push(this.errorOf(envelope));
  }

  /** Commands sent since `settled` was last called. */
  get pendingCount(): number {
    return this.pendingSends.length;
  }

  /** Resolves when everything sent so far is answered; throws errors other than rejections and a busy engine. */
  async settled(): Promise<void> {
    const errors = await Promise.all(this.pendingSends.splice(0));
    const error = errors.find((one) => one !== null);
    if (error) throw error;
  }

  private async errorOf(envelope: CommandEnvelope): Promise<Error | null> {
    const { tally } = this;
    try {
      const outcome = await this.port.submit(envelope);
      if (!('rejected' in outcome)) tally.accepted++;
      else tally.rejected.set(outcome.rejected, (tally.rejected.get(outcome.rejected) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof Refusal)) return error as Error;
      tally.unanswered++;
    }
    return null;
  }
}
