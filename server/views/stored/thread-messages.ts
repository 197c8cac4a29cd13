/** What the main thread and the projector's thread tell each other. */
import type { FollowerSource } from '../../journal/source';
import type { DatabaseConfig } from '../../platform/database/database';

export interface ThreadData {
  config: DatabaseConfig;
  source: FollowerSource;
}

export type FromProjector =
  | { is: 'started'; position: number }
  | { is: 'written'; position: number; seen: number }
  | { is: 'said'; line: string }
  | { is: 'failed'; message: string }
  /** The last word of a thread that ends as it was told to: everything it had opened is closed. */
  | { is: 'closed' };

export type ToProjector = { is: 'stop' };
