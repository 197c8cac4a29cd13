/** What following a chain takes of the rest of the exchange. */
import type { ProvisionalCredit } from '../core/provisional';
import type { CommandPort } from '../../../engine/port';
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import type { OneNodeBounds } from '../../../platform/config/chain-nodes';
import type { ChainAlarms } from '../../../platform/chains/chain-alarms';
import type { DepositAddresses } from '../../../platform/chains/deposit-addresses';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import type { OfChain } from '../../../platform/chains/of-chain';
import type { ProjectionProgress } from '../../../platform/projection-progress';
import type { ViewsDatabase } from '../../../views/stored/views-database';

export interface ChainWatcherParts {
  commands: CommandPort;
  database: Database<ExchangeTables>;
  stored: ViewsDatabase;
  progress: ProjectionProgress;
  addresses: DepositAddresses;
  alarms: ChainAlarms;
  /** What the journal has in place of an address. */
  hashOf: (of: OfChain) => string;
  /** Digits of an asset; undefined while it is not listed. */
  scaleOf: (asset: string) => Promise<number | undefined>;
  /** Units of an asset that a user can spend of the spot account. */
  availableOf: (user: number, asset: string) => bigint;
  /** Credits that the chain may still take back. */
  provisionalOn: (chain: string) => readonly Omit<ProvisionalCredit, 'alone' | 'recharge'>[];
  onAlarm: (kind: ChainAlarm['kind']) => void;
  /** Above this value (USDT units of scale 8) two nodes agree on a payment; null: wherever there are two, and nowhere else. */
  agreeAbove: bigint | null;
  /** What may stand on one node's word before it is final; null: no bound, as the exchange makes the blocks itself. */
  oneNode: OneNodeBounds | null;
  /** Milliseconds that never run backwards. */
  monotonic: () => number;
}
