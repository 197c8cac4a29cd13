/** The engine's interface for the features: submit a command, get its durable outcome. */
import type { Actor, Command } from '../core/command';
import type { Core } from '../core/core';
import type { MarketProduct } from '../core/market/order';
import type { MarketDecimals } from '../core/market/market-decimals';
import type { FactUnit, Rejection } from '../core/rejection';
import type { CoreView } from '../core/state';

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
  /** Id of the order, withdrawal or hold that the command created; null for commands that create none. */
  id: number | null;
  /** True if the same client id and payload were accepted before; this is the first outcome again. */
  repeated: boolean;
}

export type Outcome = Accepted | Rejection;

/** The current state, and the decision that a command would have. */
export interface PresentState {
  view: CoreView;
  /** The time that a batch would carry now, milliseconds. */
  at: number;
  decide: Core['decide'];
}

export interface EngineFigures {
  /** Commands taken and not yet answered. */
  pending: number;
  /** Pending commands that wait for earlier due items. */
  undecided: number;
  pendingMax: number;
  /** Position of the last durable event. */
  durablePosition: number;
  ready: boolean;
  /** Cause of the engine's last stop; null again as soon as an append succeeds. */
  trouble: string | null;
}

export interface CommandPort {
  /**
   * Resolves when the outcome is durable; for a rejection, when every earlier append is. Rejects with a refusal that is
   * not final if the engine did not accept the command or cannot tell its outcome; retry with the same client id.
   */
  submit(envelope: CommandEnvelope): Promise<Outcome>;
  /**
   * The outcome known without execution: the first one of a retried command, or the rejection it would get now. Null if
   * the command would be executed. Durable as with `submit`.
   */
  dryRun(envelope: CommandEnvelope): Promise<Outcome | null>;
  /**
   * Answers a question about the current state without changing it. Resolves when everything it depends on is durable.
   */
  queryState<T>(question: (present: PresentState) => T): Promise<T>;
  figures(): EngineFigures;
}

/**
 * Reference data for conversion between decimals and the integers of commands and rejections. Undefined: not listed.
 */
export interface ReferenceData {
  /** A market, of the given product if one is named. */
  market(name: string, product?: MarketProduct): MarketDecimals | undefined;
  /** Decimal places of an asset. */
  scaleOf(asset: string): number | undefined;
  marketOfOrder(user: number, order: number): string | undefined;
  tradesRobots(market: string): boolean;
  /** The asset of stakes, and the decimal places of index prices. */
  optionOf(symbol: string): { asset: string; decimals: number } | undefined;
  assetOfSavings(product: string): string | undefined;
  assetOfMining(product: string): string | undefined;
  factUnits(rejected: Rejection['rejected']): Readonly<Record<string, FactUnit>> | undefined;
}
