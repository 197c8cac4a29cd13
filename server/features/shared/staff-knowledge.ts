/** From a request of staff to a command of the core: a product lists a converter for each kind of command. */
import type { CommandOf, CommandType } from '../../core/command';
import type { Limits } from '../../platform/limits';

export interface Knowledge {
  /** Digits of an asset. Refuses `asset.unknown`. */
  scaleOf: (asset: string) => Promise<number>;
  /** The steps and the quote of a market. Refuses `market.unknown`. */
  stepsOf: (market: string) => Readonly<{ tick: string; lot: string; quote: string }>;
  limits: Limits;
  /** Keeps a text, and says under which hash the journal names it. */
  keepText: (about: string, text: string) => Promise<string>;
  /** Keyed hash of what somebody is called, as a bank's statement has it. */
  nameHashOf: (name: string) => string;
}

/** By the type of the command, for requests of these types. */
export type StaffConverters<Requests> = {
  readonly [T in keyof Requests & CommandType]: (
    request: Requests[T],
    knowledge: Knowledge,
  ) => CommandOf<T> | Promise<CommandOf<T>>;
};
