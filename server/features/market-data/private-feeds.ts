/** Private channels: what happened to a user since a position, or everything anew when that is not known any more. */
import type {
  BalanceUpdate,
  OrderUpdate,
  PrivateChannel,
  Snapshot,
  SubscribeAnswer,
} from '../../../shared/wire/market-data';
import type { LiveViews } from '../../views/live/live-views';

export interface Continued {
  /** What to tell; null when there is nothing. */
  told: SubscribeAnswer | null;
  /** The position the client then stands at. */
  position: number;
}

export class PrivateFeeds {
  constructor(private readonly views: LiveViews) {}

  /** From now on the user's updates are kept. */
  watch(user: number): void {
    this.views.orders.watch(user);
    this.views.balances.watch(user);
  }

  /** Users to whom something happened since the last call. */
  takeFresh(): Set<number> {
    return new Set([...this.views.orders.updates.takeFresh(), ...this.views.balances.updates.takeFresh()]);
  }

  /** The first answer to a subscription: what it missed since `since`, or a snapshot. */
  begin(channel: PrivateChannel, user: number, since: number | null): { told: SubscribeAnswer; position: number } {
    const position = this.positionOf(channel);
    // A position from the future is another journal's.
    if (since !== null && since <= position) {
      const updates = this.after(channel, user, since);
      if (updates) return { told: { updates }, position };
    }
    return { told: { snapshot: this.snapshot(channel, user) }, position };
  }

  /** What to push to one who stands at `told`. */
  continue(channel: PrivateChannel, user: number, told: number): Continued {
    const position = this.positionOf(channel);
    const updates = this.after(channel, user, told);
    if (!updates) return { told: { snapshot: this.snapshot(channel, user) }, position };
    return { told: updates.length > 0 ? { updates } : null, position };
  }

  private positionOf(channel: PrivateChannel): number {
    return channel === 'balance' ? this.views.balances.position : this.views.orders.position;
  }

  /** Null when it is not wholly known. */
  private after(channel: PrivateChannel, user: number, position: number): OrderUpdate[] | BalanceUpdate[] | null {
    switch (channel) {
      case 'order':
        return this.views.orders.updates.after(user, position);
      case 'balance':
        return this.views.balances.updates.after(user, position);
      case 'position':
      case 'message':
        return [];
    }
  }

  private snapshot(channel: PrivateChannel, user: number): Snapshot {
    switch (channel) {
      case 'order':
        return this.views.orders.snapshot(user);
      case 'balance':
        return this.views.balances.snapshot(user);
      case 'position':
        return { position: this.views.orders.position, positions: [] };
      case 'message':
        return { messages: [] };
    }
  }
}
