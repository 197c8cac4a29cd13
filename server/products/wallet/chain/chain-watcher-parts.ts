/** Dependencies of a chain watcher. */
import type { ProvisionalCredit } from '../core/provisional';
import type { CommandPort } from '../../../engine/port';
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import type { OneNodeBounds } from '../../../platform/config/chain-nodes';
import type { ChainAlarms } from '../../../platform/chains/chain-alarms';
import type { DepositAddresses } from '../../../platform/chains/deposit-addresses';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import type { ChainAddress } from '../../../platform/chains/chain-address';
import type { ProjectionProgress } from '../../../platform/projection-progress';
import type { ViewsDatabase } from '../../../views/stored/views-database';

export interface ChainWatcherDependencies {
  commands: CommandPort;
  database: Database<ExchangeTables>;
  stored: ViewsDatabase;
  progress: ProjectionProgress;
  addresses: DepositAddresses;
  alarms: ChainAlarms;
  /** Returns the hash that replaces an address in the journal. */
  hashOf: (address: ChainAddress) => string;
  /** Decimals of an asset; undefined while it is not listed. */
  scaleOf: (asset: string) => Promise<number | undefined>;
  /** Units of an asset that a user can spend of the spot account. */
  availableOf: (user: number, asset: string) => bigint;
  /** Credits that the chain may still take back. */
  provisionalOn: (chain: string) => readonly Omit<ProvisionalCredit, 'alone' | 'recharge'>[];
  onAlarm: (kind: ChainAlarm['kind']) => void;
  /**
   * Two nodes must agree on payments above this value (USDT units of scale 8). Null: on all payments of chains with two
   * nodes.
   */
  agreeAbove: bigint | null;
  /** Maximum values credited on one node's report before finality; null: no maximum, because the exchange itself makes the blocks. */
  oneNode: OneNodeBounds | null;
  /** Monotonic milliseconds. */
  monotonic: () => number;
}
