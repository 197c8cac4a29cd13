/** A product's part of the demo as one row. The demo runs the rows in list order, after the common part. */
import type { INestApplicationContext } from '@nestjs/common';
import type { DemoUserRecord } from '../../shared/wire/demo';
import type { Command } from '../core/command';
import type { CoreState } from '../core/state';
import type { CommandEnvelope, CommandPort } from '../engine/port';
import type { IndexPrices } from './at-work/market-state';
import type { DemoClock } from './demo-clock';
import type { Act } from './steps';

export interface Money {
  asset: string;
  amount: string;
}

/** The owners' transaction for an asset and the step with that mark. */
export type HousePayments = (mark: string, asset: string) => string;

export interface Seeding {
  act: Act;
  state: () => CoreState;
  nest: Pick<INestApplicationContext, 'get'>;
  dataDir: string;
  house: HousePayments;
}

/** A moment of alice's past. */
export interface PastMoment {
  at: number;
  /** Markets whose quotes are brought to the index just before: what she takes is there. */
  takesFrom?: readonly string[];
  /** Null: the index is told again. */
  make: ((user: number, state: CoreState, at: number) => CommandEnvelope) | null;
}

export interface ProductDemo {
  /** Payments of the owners to the house, by the mark of their step. */
  payments?: Readonly<Record<string, readonly Money[]>>;
  /** Its offers and their funding; runs at every start, also for an older exchange. */
  offer?(this: void, seeding: Seeding): Promise<void>;
  /** Credentials stored with a user's password. */
  equipment?(this: void): Partial<DemoUserRecord>;
  /** Runs at every start, before visitors have money. */
  welcome?(this: void, seeding: Seeding, visitor: DemoUserRecord & { id: number }): Promise<void>;
  /** Visitors' transfers to the paying account, once they have money. */
  moves?(this: void, state: CoreState, user: number): Command[];
  /** Alice's actions before the opening of the markets, and the time they need. */
  before?: {
    spanMs: number;
    live(
      this: void,
      engine: Pick<CommandPort, 'submit'>,
      clock: Pick<DemoClock, 'setTime'>,
      alice: number,
      from: number,
    ): Promise<void>;
  };
  /** Her actions in the history, in order of time; a later start repeats nothing. */
  moments?(this: void, from: number, to: number): PastMoment[];
  /** Runs once, in the minute at this time before the end of the history; null if impossible. */
  late?: {
    spanMs: number;
    make(this: void, state: CoreState, prices: IndexPrices, user: number): CommandEnvelope | null;
  };
  /** Her actions at the end of the history. */
  last?(this: void, user: number, at: number): CommandEnvelope[];
}
