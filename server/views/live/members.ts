/** Restrictions of members, as the core will check them for the next command. */
import type { Batch } from '../../core/event';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

export interface MemberState {
  verified: boolean;
  frozen: boolean;
}

export class MembersView implements LiveView {
  position = -1;
  private readonly verified = new Set<number>();
  private readonly frozen = new Set<number>();
  private readonly erased = new Set<number>();

  private readonly folds: Folds = {
    MemberVerified: ({ user }) => void this.verified.add(user),
    AccountFrozen: ({ user }) => void this.frozen.add(user),
    AccountUnfrozen: ({ user }) => void this.frozen.delete(user),
    MemberErased: ({ user }) => void this.erased.add(user),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed(state: CoreState): void {
    for (const { user, verified, frozen, erased } of state.members.values()) {
      if (verified) this.verified.add(user);
      if (frozen) this.frozen.add(user);
      if (erased) this.erased.add(user);
    }
    this.position = state.position;
  }

  /** Users who are not members yet are neither verified nor frozen. */
  stateOf(user: number): MemberState {
    return { verified: this.verified.has(user), frozen: this.frozen.has(user) };
  }

  isErased(user: number): boolean {
    return this.erased.has(user);
  }
}
