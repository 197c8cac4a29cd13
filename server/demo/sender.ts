/**
 * Sends commands without waiting for answers. Rejections are normal for simulated traders, whose order may just have
 * been filled or whose market closed: they are counted and ignored.
 */
import type { CommandEnvelope, CommandPort } from '../engine/port';
import { Refusal } from '../platform/errors/refusal';

export interface SendCounts {
  taken: number;
  /** Number of rejections by code. */
  refused: Map<string, number>;
  /** Commands without a known outcome, because the engine was busy. */
  unanswered: number;
}

export class Sender {
  readonly tally: SendCounts = { taken: 0, refused: new Map(), unanswered: 0 };
  private sent: Promise<Error | null>[] = [];

  constructor(private readonly port: Pick<CommandPort, 'submit'>) {}

  /** Decided on return, durable when `settled` resolves. */
  send(envelope: CommandEnvelope): void {
    this.sent.push(this.faultOf(envelope));
  }

  /** Commands sent since `settled` was last called. */
  get waiting(): number {
    return this.sent.length;
  }

  /** Resolves when everything sent so far is answered; throws errors other than rejections and a busy engine. */
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
