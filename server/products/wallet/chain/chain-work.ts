/** Background work on chains: blocks of simulated chains, polling, payouts, and the count of waiting items. */
import type { CommandPort } from '../../../engine/port';
import type { ChainStatus } from '../../../../shared/products/wallet/chains';
import { WITHDRAWAL_WAITS } from '../../../../shared/rules/overdue-hours';
import { chainNameOf } from '../../../../shared/rules/chains';
import type { ChainAlarms } from '../../../platform/chains/chain-alarms';
import { ChainUnavailable } from '../../../platform/chains/chain-port';
import type { Chains } from '../../../platform/chains/chains';
import type { DepositAddresses } from '../../../platform/chains/deposit-addresses';
import type { PayoutClaims } from '../../../platform/chains/payout-claims';
import type { Config } from '../../../platform/config/config';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import type { MaybeChainAddress, ChainAddress } from '../../../platform/chains/chain-address';
import type { Metrics } from '../../../platform/metrics/metrics';
import type { ProjectionProgress } from '../../../platform/projection-progress';
import type { LiveViews } from '../../../views/live/live-views';
import { overdueWithdrawals, SINCE_COLUMN } from '../stored/queries';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import { ChainWatcher } from './chain-watcher';
import { Payouts } from './payouts';
import { errorText } from '../../../platform/logs/error-facts';

/** Poll interval of a real chain, milliseconds. A simulated one is polled after each new block. */
const POLL_MS = 5_000;
const HOUR_MS = 3_600_000;

export interface ChainWorkDependencies {
  config: Pick<Config, 'limits' | 'oneNode' | 'simulatedBlockSeconds' | 'twoNodesAbove'>;
  clock: () => number;
  monotonic: () => number;
  metrics: Metrics;
  commands: CommandPort;
  database: Database<ExchangeTables>;
  stored: ViewsDatabase;
  progress: ProjectionProgress;
  live: Pick<
    LiveViews,
    'balances' | 'drift' | 'markets' | 'members' | 'provisional' | 'staff' | 'withdrawals' | 'waitFor'
  >;
  chains: Chains;
  addresses: DepositAddresses;
  alarms: ChainAlarms;
  claims: PayoutClaims;
  /** Returns the hash that replaces an address in the journal. */
  hashOf: (address: ChainAddress) => string;
  /** Returns the address for a hash; null if it is lost. */
  addressOf: (address: MaybeChainAddress) => Promise<string | null>;
  log: (message: string, details: Record<string, unknown>) => void;
}

export class ChainWork {
  private readonly watchers: readonly ChainWatcher[];
  private readonly payouts: Payouts;
  private readonly errors = new Map<string, string>();
  private readonly timers: NodeJS.Timeout[] = [];
  /** One turn at a time: concurrent polls of a chain would submit duplicates. */
  private turning: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly dependencies: ChainWorkDependencies) {
    const { chains, metrics, commands, live, config } = dependencies;
    // An asset counts as unknown only if up-to-date views do not know it.
    const scaleOf = async (asset: string): Promise<number | undefined> => {
      const scale = live.markets.scale(asset);
      if (scale !== undefined) return scale;
      const isUpToDate = await live.waitFor(commands.figures().durablePosition, config.limits.projectionWaitMsMax);
      if (!isUpToDate) throw new ChainUnavailable('the live views are behind');
      return live.markets.scale(asset);
    };
    const onAlarm = (kind: string): void => metrics.chainAlarm(kind);
    const availableOf = (user: number, asset: string): bigint => live.balances.availableIn(user, 'spot', asset);
    const provisionalOn = (chain: string) => live.provisional.onChain(chain);
    const measures = { scaleOf, availableOf, provisionalOn, onAlarm };
    this.watchers = chains.all().map((port) => {
      // The exchange makes the blocks of simulated chains itself.
      const nodeLimits = port.isSimulated
        ? { agreeAbove: null, oneNode: null }
        : { agreeAbove: config.twoNodesAbove, oneNode: config.oneNode };
      return new ChainWatcher(port, { ...dependencies, ...measures, ...nodeLimits });
    });
    this.payouts = new Payouts({ ...dependencies, scaleOf, onAlarm });
  }

  /** Runs by the clock from now on. */
  start(): void {
    const { chains, config } = this.dependencies;
    const hasReal = chains.all().some(({ isSimulated }) => !isSimulated);
    if (hasReal) this.timers.push(setInterval(() => void this.poll(), POLL_MS).unref());
    if (chains.simulated().length > 0 && config.simulatedBlockSeconds > 0) {
      const mined = () => void this.mine();
      this.timers.push(setInterval(mined, config.simulatedBlockSeconds * 1000).unref());
    }
    void this.poll();
  }

  /** Mines a block on each simulated chain and processes it. */
  async mine(): Promise<void> {
    for (const chain of this.dependencies.chains.simulated()) await this.runLogged(chain.chain, () => chain.mine());
    await this.poll();
  }

  /** Polls every chain, advances payouts, counts overdue items. Never rejects. */
  poll(): Promise<void> {
    this.turning = this.turning.then(() => this.runPoll());
    return this.turning;
  }

  /** Whether the chain is followed; otherwise payments to an address would go unnoticed. */
  async isFollowed(chain: string): Promise<boolean> {
    const watcher = this.watchers.find(({ port }) => port.chain === chain);
    return (await watcher?.cursor()) !== undefined;
  }

  async status(): Promise<ChainStatus[]> {
    return Promise.all(
      this.watchers.map(async (watcher) => {
        const { chain, isSimulated: simulated, coins } = watcher.port;
        const tip = await watcher.port.tip().catch(() => null);
        return {
          chain,
          chainName: chainNameOf(chain),
          simulated,
          assets: [...coins.keys()],
          tip: tip?.height ?? null,
          followed: (await watcher.cursor())?.height ?? null,
          settled: await watcher.port.settled().catch(() => null),
          addresses: watcher.addresses,
          fault: this.errors.get(chain) ?? null,
        };
      }),
    );
  }

  /** Resolves when no work is in progress. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const watcher of this.watchers) watcher.stop();
    this.payouts.stop();
    await this.turning;
  }

  private async runPoll(): Promise<void> {
    for (const watcher of this.watchers) {
      if (this.isClosed) return;
      await this.runLogged(watcher.port.chain, () => watcher.poll());
    }
    if (this.isClosed) return;
    await this.runLogged('payouts', () => this.payouts.poll());
    await this.runLogged('overdue', () => this.countOverdue());
  }

  /** Retries failed work at the next turn; logs the first failure only. */
  private async runLogged(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      if (this.errors.delete(name)) this.dependencies.log('chain work goes on', { name });
    } catch (error) {
      const message = errorText(error as Error);
      if (this.isClosed) return;
      if (this.errors.get(name) !== message) this.dependencies.log('chain work failed', { name, fault: message });
      this.errors.set(name, message);
    }
    this.dependencies.metrics.chainFaults(this.errors.size);
  }

  private async countOverdue(): Promise<void> {
    const { clock, live, metrics, stored } = this.dependencies;
    for (const status of Object.keys(SINCE_COLUMN) as (keyof typeof SINCE_COLUMN)[]) {
      const hours = live.staff.overdueHours(WITHDRAWAL_WAITS[status]);
      metrics.withdrawalsOverdue(status, await overdueWithdrawals(stored, status, clock() - hours * HOUR_MS));
    }
  }
}
