/** Feeds a recorded flow through the core and the journal like the sequencer, on the recording's clock. */
import Big from 'big.js';
import { STATE_FORM } from '../../core/snapshot/canonical-state';
import { type CoreState } from '../../core/state';
import { createState } from '../../products/core';
import { isRejection } from '../../core/rejection';
import type { Batch } from '../../core/event';
import type { Actor, Command } from '../../core/command';
import { stateHash } from '../../engine/state-hash';
import { createExecutor } from '../../engine/step';
import type { CommandEnvelope, Outcome } from '../../engine/port';
import type { DraftBatch, Journal } from '../../journal/port';
import { readCommandLine } from './command-lines';
import { isExchangeLog, readRecorded } from './exchange-log';
import { fundingCommands, LISTING, LOT_SCALE, ownerOf, placeOrderCommand, TICK_SCALE } from './recorded-market';
import { Multiset, Refusals, tradeKey, tradesOf, type ReplayReport } from './report';

/** Maximum batches of one append. */
const GROUP_MAX = 2_000;

export interface ReplayOptions {
  lines: AsyncIterable<string>;
  /** An empty journal. */
  journal: Journal;
  /** Called with every batch once it is durable. */
  onBatch?: (batch: Batch) => void;
  onProgress?: (lines: number) => void;
}

/** @throws if a line is not in the first line's format, or the journal rejects an append */
export async function replayFlow({ lines, journal, onBatch, onProgress }: ReplayOptions): Promise<ReplayReport> {
  const startedAt = performance.now();
  const flow = new ReplayEngine(journal, onBatch);
  const recording = new Recording(flow);
  let number = 0;
  let feed: ((line: string, number: number) => void) | null = null;
  for await (const line of lines) {
    number++;
    if (line === '') continue;
    flow.line = number;
    feed ??= isExchangeLog(line) ? recording.begin() : (text, at) => flow.takeLine(text, at);
    feed(line, number);
    if (flow.isFull()) await flow.flush();
    if (number % 10_000 === 0) onProgress?.(number);
  }
  await flow.flush();
  const refusals = flow.refusals.list();
  return {
    orders: flow.orders,
    cancels: flow.cancels,
    trades: flow.trades,
    volume: flow.volume(),
    recordedTrades: recording.trades,
    matchedTrades: recording.expected.common(flow.executed),
    events: flow.state.position + 1,
    refused: refusals.reduce((sum, { count }) => sum + count, 0),
    refusals,
    seconds: (performance.now() - startedAt) / 1000,
    stateHash: stateHash(flow.state),
    stateForm: STATE_FORM,
  };
}

/** The core, a clock moved by the recording, and groups to be appended. */
class ReplayEngine {
  readonly state: CoreState = createState();
  readonly executed = new Multiset();
  readonly refusals = new Refusals();
  /** Line number of the submitted order. */
  line = 0;
  orders = 0;
  cancels = 0;
  trades = 0;
  private readonly lotsTraded = new Map<string, bigint>();
  private now = 0;
  private drafts: DraftBatch[] = [];
  private readonly execute: (envelope: CommandEnvelope) => Outcome;

  constructor(
    private readonly journal: Journal,
    private readonly onBatch: ((batch: Batch) => void) | undefined,
  ) {
    this.execute = createExecutor({
      state: this.state,
      clock: () => this.now,
      onDraft: (draft) => this.collectDraft(draft),
    });
  }

  submit(at: number, actor: Actor, command: Command, clientId?: string): Outcome {
    this.now = at;
    const outcome = this.execute({ actor, command, clientId });
    if (isRejection(outcome)) {
      this.refusals.add(command.type, outcome.rejected, this.line);
      return outcome;
    }
    if (command.type === 'PlaceOrder') this.orders++;
    if (command.type === 'CancelOrder') this.cancels++;
    return outcome;
  }

  /** Traded base quantity, by each market's own lot size. */
  volume(): string {
    let volume = new Big(0);
    for (const [market, lots] of this.lotsTraded) {
      volume = volume.plus(new Big(lots.toString()).times(this.state.markets.get(market)!.terms.lot));
    }
    return volume.toFixed();
  }

  takeLine(line: string, number: number): void {
    const { at, envelope } = readCommandLine(line, number);
    this.submit(at, envelope.actor, envelope.command, envelope.clientId);
  }

  isFull(): boolean {
    return this.drafts.length >= GROUP_MAX;
  }

  async flush(): Promise<void> {
    const group = this.drafts;
    if (group.length === 0) return;
    this.drafts = [];
    await this.journal.append(this.journal.head().position, group);
    if (this.onBatch) for (const { batch } of group) this.onBatch(batch);
  }

  private collectDraft(draft: DraftBatch): void {
    this.drafts.push(draft);
    for (const trade of tradesOf(draft.batch)) {
      this.trades++;
      this.lotsTraded.set(trade.market, (this.lotsTraded.get(trade.market) ?? 0n) + BigInt(trade.quantity));
      this.executed.add(tradeKey(trade.price, trade.quantity, TICK_SCALE, LOT_SCALE));
    }
  }
}

/** A recorded exchange log: orders and removals become commands, the exchange's own trades are kept for comparison. */
class Recording {
  readonly expected = new Multiset();
  trades = 0;
  private owners = 0;
  /** Our order and its owner, by the exchange's order id. */
  private readonly placedOrders = new Map<string, { order: number; user: number }>();

  constructor(private readonly flow: ReplayEngine) {}

  begin(): (line: string, number: number) => void {
    let isListed = false;
    return (line, number) => {
      const recorded = readRecorded(line, number);
      if (!isListed) for (const command of LISTING) this.submitOrThrow(recorded.at, presupposedActor(command), command);
      isListed = true;
      switch (recorded.type) {
        case 'order': {
          const user = ownerOf(this.owners++);
          for (const command of fundingCommands(user, recorded))
            this.submitOrThrow(recorded.at, presupposedActor(command), command);
          const outcome = this.flow.submit(recorded.at, `user/${user}`, placeOrderCommand(user, recorded));
          if (!isRejection(outcome)) this.placedOrders.set(recorded.id, { order: outcome.id as number, user });
          return;
        }
        case 'removal': {
          const placedOrder = this.placedOrders.get(recorded.id);
          if (placedOrder)
            this.flow.submit(recorded.at, `user/${placedOrder.user}`, { type: 'CancelOrder', ...placedOrder });
          return;
        }
        case 'trade':
          this.trades++;
          this.expected.add(`${recorded.price} ${recorded.amount}`);
          return;
        case 'other':
          return;
      }
    };
  }

  private submitOrThrow(at: number, actor: Actor, command: Command): void {
    const outcome = this.flow.submit(at, actor, command);
    if (isRejection(outcome)) throw new Error(`${command.type} was refused: ${outcome.rejected}`);
  }
}

/** Actor of the commands that a recorded flow presupposes. */
function presupposedActor({ type }: Command): Actor {
  if (type === 'RegisterMember') return 'registrar';
  return type === 'CreditRecharge' ? 'demo' : 'admin/1';
}
