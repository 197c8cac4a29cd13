/** What the features know of the engine: submit a command, get its durable outcome. */
import type { Actor, Command } from '../core/command';
import type { MarketProduct } from '../core/market/order';
import type { MarketSteps } from '../core/market/steps';
import type { FactUnit, Rejection } from '../core/rejection';

export interface CommandEnvelope {
  actor: Actor;
  /** 1 to 36 of A–Z a–z 0–9 _ -; absent only on commands from inside. */
  clientId?: string;
  command: Command;
}

/** Accepted and durable. */
export interface Accepted {
  /** Names the batch: position of its last event. */
  position: number;
  /** What the command made: the order, withdrawal or hold id; null for commands that make none. */
  id: number | null;
  /** True when the same client id and payload had been accepted before: this is the first outcome again. */
  repeated: boolean;
}

export type Outcome = Accepted | Rejection;

export interface EngineFigures {
  /** Commands taken and not yet answered. */
  pending: number;
  /** Those of them that wait for what was due before them, and are decided after it. */
  undecided: number;
  pendingMax: number;
  /** Position of the last durable event. */
  durablePosition: number;
  ready: boolean;
  /** What stopped the engine last; null again as soon as an append succeeds. */
  trouble: string | null;
}

export interface CommandPort {
  /**
   * Resolves when the outcome is durable (a rejection: when every append before it is). Rejects with a refusal that is not final if the
   * engine did not take the command or cannot tell its outcome; retry with the same client id.
   */
  submit(envelope: CommandEnvelope): Promise<Outcome>;
  /**
   * The outcome that is known before anything is done: the first one of a repeated command, or the refusal there would be
   * now. Null when the command would be executed. Durable as with `submit`.
   */
  foresee(envelope: CommandEnvelope): Promise<Outcome | null>;
  figures(): EngineFigures;
}

/** Reference data for the way from decimals to commands and from refusals to decimals. Undefined: not listed. */
export interface Reference {
  /** A market of that product, where one is named. */
  market(name: string, product?: MarketProduct): MarketSteps | undefined;
  /** Digits behind the point of an asset. */
  scaleOf(asset: string): number | undefined;
  /** The market of an open order of this user. */
  marketOfOrder(user: number, order: number): string | undefined;
  tradesRobots(market: string): boolean;
  /** The asset of stakes, and digits behind the point of index prices. */
  optionOf(symbol: string): { asset: string; decimals: number } | undefined;
  assetOfSavings(product: string): string | undefined;
  assetOfMining(product: string): string | undefined;
  /** The units in which the facts of a refusal are counted. */
  factUnits(rejected: Rejection['rejected']): Readonly<Record<string, FactUnit>> | undefined;
}
