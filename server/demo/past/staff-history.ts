/** Staff actions in the history, and a proposal for a visitor, each by an admin's desk command. */
import { CommandBus } from '@nestjs/cqrs';
import type { Application } from '../../application';
import { decimalOf } from '../../../shared/rules/units';
import type { CoreState } from '../../core/state';
import { ApplyWithdrawal } from '../../products/wallet/api/wallet.commands';
import { termsAt } from '../../core/market/scheduled-terms';
import type { AssetTerms } from '../../core/market/commands';
import type { Steps } from '../steps';
import type { WalletOwner } from './wallets';

const CHAIN = 'ERC20';
const HOUR_MS = 3_600_000;
/** The brake begins this long before the end of the history and lapses after four hours. */
const BRAKE_MS = 5 * HOUR_MS;
/** Shorter histories have no lock (one hour), no brake (four hours) and no liquidations. */
export const LONG_HISTORY_MS = 6 * HOUR_MS;

interface People {
  alice: WalletOwner;
  /** Bob's address in alice's address book; null if the demo has no such chain. */
  address: string | null;
}

interface PastAct {
  at: number;
  perform: () => Promise<void>;
}

export class StaffHistory {
  private readonly acts: PastAct[];

  constructor(
    private readonly commands: CommandBus,
    private readonly state: () => CoreState,
    private readonly steps: Steps,
    private readonly people: People,
    from: number,
    to: number,
  ) {
    const timeAt = (fraction: number): number => from + Math.floor((to - from) * fraction);
    const acts: PastAct[] = [
      { at: timeAt(0.05), perform: () => this.applyForWithdrawal() },
      { at: timeAt(0.15), perform: () => this.rejectWithdrawal() },
    ];
    if (to - from >= LONG_HISTORY_MS) {
      acts.push({ at: timeAt(0.4), perform: () => this.lockPosition() });
      acts.push({ at: to - BRAKE_MS, perform: () => this.suspendWithdrawals() });
    }
    this.acts = acts.sort((one, other) => one.at - other.at);
  }

  isDue(at: number): boolean {
    return this.acts.length > 0 && this.acts[0].at <= at;
  }

  /** Performs everything up to this time, with a fresh index. Rejected acts are skipped. */
  async performDue(at: number): Promise<void> {
    while (this.isDue(at)) await (this.acts.shift() as PastAct).perform();
  }

  private async applyForWithdrawal(): Promise<void> {
    const {
      alice: { id: user, fundPassword },
      address,
    } = this.people;
    if (address === null || fundPassword === undefined) return;
    const request = { clientId: 'demo-withdrawal', asset: 'USDT', chain: CHAIN, amount: '500' };
    // An account without a second factor proves none.
    const factorProof = { proof: undefined, party: () => ({ id: 'localhost', origins: [] }) };
    await this.steps.unlessRefused('ApplyWithdrawal', async () => {
      await this.commands.execute(new ApplyWithdrawal(user, { ...request, address, fundPassword }, factorProof));
    });
  }

  private async rejectWithdrawal(): Promise<void> {
    for (const { id, user } of this.state().wallet.withdrawals.values()) {
      if (user !== this.people.alice.id) continue;
      const reason = 'reason/details_wrong: bob has another address by now';
      await this.steps.act('RejectWithdrawal', { withdrawal: String(id), reason }, `demo-rejected-${id}`);
    }
  }

  private async lockPosition(): Promise<void> {
    const position = this.state().perpetual.holdings.get(this.people.alice.id)?.get('SOL-USDT-PERP')?.short;
    if (!position) return;
    const contract = String(position.id);
    await this.steps.act('LockPosition', { contract, reason: 'reason/market_disorder' }, `demo-lock-${contract}`);
  }

  private async suspendWithdrawals(): Promise<void> {
    const listing = this.state().assets.get('ETH');
    if (!listing) return;
    const { trading, deposits } = listing;
    const request = {
      asset: 'ETH',
      trading,
      deposits,
      withdrawals: 'suspended',
      reason: 'The node is behind',
    } as const;
    await this.steps.act('SetAssetState', request, 'demo-brake');
  }
}

export async function staffHistoryOf(
  { nest, exchange }: Application,
  { alice, bob }: { alice: WalletOwner; bob: WalletOwner },
  steps: Steps,
  { from, to }: { from: number; to: number },
): Promise<StaffHistory> {
  const port = exchange.chains.find(CHAIN);
  const address = port ? await exchange.addresses.addressOf(port, bob.id) : null;
  const state = () => exchange.engine.state();
  return new StaffHistory(nest.get(CommandBus), state, steps, { alice, address }, from, to);
}

/** Coin whose withdrawal fee the first admin proposes to change, and the two alternating fees. */
const PROPOSED = { asset: 'USDT', fees: ['1', '0.8'] } as const;

/**
 * Every start leaves one proposal to the second admin: the reverse change if the last one took effect, otherwise the
 * same again.
 */
export async function proposeFee(
  { exchange }: Pick<Application, 'exchange'>,
  steps: Steps,
  now: number,
): Promise<void> {
  const { staff, assets } = exchange.engine.state();
  const { asset, fees } = PROPOSED;
  const listing = assets.get(asset);
  const isOpen = [...staff.proposals.values()].some(({ subject }) => subject === `asset/${asset}/terms`);
  if (!listing || isOpen) return;
  const [fee, other] = fees;
  const { withdrawalFee: present } = termsAt<AssetTerms>(listing, now);
  const withdrawalFee = decimalOf(present, listing.scale) === fee ? other : fee;
  const reason = withdrawalFee === other ? 'The network has become cheaper' : 'The network has become dearer';
  await steps.propose('ChangeAssetTerms', { asset, withdrawalFee, reason }, `demo-proposal-${staff.next}`);
}
