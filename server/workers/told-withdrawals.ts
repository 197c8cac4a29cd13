/** What the owner of a withdrawal is told of each of its steps beside the message: who does not look here hears of it too. */
import type { Batch, CoreEvent, EventOf } from '../core/event';
import type { MaybeOfChain } from '../platform/kept-addresses';
import type { WithdrawalNotice } from '../platform/mail/letters';
import type { WithdrawalStep } from '../platform/mail/letter-texts';
import { wasWithdrawnTo, withdrawalById } from '../views/stored/wallet-queries';
import type { ViewsDatabase } from '../views/stored/views-database';
import { ENDS_WITHDRAWAL } from './told-money';

interface WhereTo {
  userId: number;
  chain: string | null;
  address: string | null;
  card: number | null;
}

export type DestinationOf = (where: WhereTo) => Promise<string>;

/** Of a message that was told of the event. */
interface Told {
  key: string;
  facts: object;
}

/** By the message that is told with it; of the others its owner knows, or staff have decided. */
const STEPS: ReadonlyMap<string, WithdrawalStep> = new Map([
  ['withdrawal.first', 'first'],
  ['withdrawal.applied', 'applied'],
  ['withdrawal.approved', 'approved'],
  ['withdrawal.paid', 'paid'],
]);

export class ToldWithdrawals {
  /** Of those under way that were seen here: read models may be behind. */
  private readonly underWay = new Map<number, WhereTo>();

  constructor(
    private readonly stored: ViewsDatabase,
    private readonly destinationOf: DestinationOf,
    /** The address behind what the journal has in its place; null where it is lost. */
    private readonly addressOf: (of: MaybeOfChain) => Promise<string | null>,
  ) {}

  /** Before anything is told of the batch. */
  learn({ events }: Batch): void {
    for (const event of events) {
      if (event.type !== 'WithdrawalApplied') continue;
      const { user: userId, chain = null, address = null, card = null } = event;
      this.underWay.set(event.withdrawal, { userId, chain, address, card });
    }
  }

  /** When all is told of the batch. */
  forget({ events }: Batch): void {
    for (const event of events) {
      if (ENDS_WITHDRAWAL.has(event.type)) this.underWay.delete((event as EventOf<'WithdrawalPaid'>).withdrawal);
    }
  }

  /** Where it goes if nothing of this user ever went there; null when something has. */
  async firstDestinationOf(event: EventOf<'WithdrawalApplied'>): Promise<string | null> {
    const { withdrawal: id, user: userId, chain = null, address = null, card = null } = event;
    // Before the journal had hashes it had addresses.
    const plain = await this.addressOf({ userId, chain, address });
    const addresses = [address, plain].filter((one) => one !== null);
    if (await wasWithdrawnTo(this.stored, { id, userId, chain, card }, addresses)) return null;
    return this.destinationOf({ userId, chain, address, card });
  }

  async noticeOf(event: CoreEvent, { key, facts }: Told): Promise<WithdrawalNotice | null> {
    const step = STEPS.get(key);
    if (!step || !('withdrawal' in event) || !('amount' in facts) || !('asset' in facts)) return null;
    const { withdrawal } = event;
    const destination = await this.destinationOf(await this.whereTo(withdrawal));
    return { step, withdrawal, asset: String(facts.asset), amount: String(facts.amount), destination };
  }

  private async whereTo(withdrawal: number): Promise<WhereTo> {
    const nowhere = { userId: 0, chain: null, address: null, card: null };
    return this.underWay.get(withdrawal) ?? (await withdrawalById(this.stored, withdrawal)) ?? nowhere;
  }
}
