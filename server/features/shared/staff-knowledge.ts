/** Converts staff requests to core commands: a product lists a converter for each command type. */
import type { CommandOf, CommandType } from '../../core/command';
import type { Limits } from '../../platform/limits';

export interface Knowledge {
  /** Decimal places of an asset. Refuses `asset.unknown`. */
  scaleOf: (asset: string) => Promise<number>;
  /** The steps and the quote of a market. Refuses `market.unknown`. */
  stepsOf: (market: string) => Readonly<{ tick: string; lot: string; quote: string }>;
  limits: Limits;
  /** Stores a text and returns the hash that the journal uses. */
  keepText: (subject: string, text: string) => Promise<string>;
  /** Keyed hash of a name as written in bank statements. */
  nameHashOf: (name: string) => string;
}

/** Converters by command type, for requests of these types. */
export type StaffConverters<Requests> = {
  readonly [T in keyof Requests & CommandType]: (
    request: Requests[T],
    knowledge: Knowledge,
  ) => CommandOf<T> | Promise<CommandOf<T>>;
};
