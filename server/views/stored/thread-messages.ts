/** What the main thread and a projector's thread tell each other. */
import type { FollowerSource } from '../../journal/source';
import type { DatabaseConfig } from '../../platform/database/database';
import type { ModelName } from './tables';

export interface ThreadData {
  /** Whose tables it writes. */
  model: ModelName;
  config: DatabaseConfig;
  source: FollowerSource;
  /** Name of the way on which one thread hands on to the other what it has folded. */
  way: string;
}

export type FromProjector =
  | { is: 'started'; position: number }
  | { is: 'written'; position: number; seen: number }
  | { is: 'said'; line: string }
  | { is: 'failed'; message: string }
  /** The last word of a thread that ends as it was told to: everything it had opened is closed. */
  | { is: 'closed' };

export type ToProjector = { is: 'stop' };
