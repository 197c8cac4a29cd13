/** Current and scheduled rates of rebates, as in the core. */
import type { ReferralRates, ReferralRules } from '../../../../shared/products/referral/wire';
import type { Batch } from '../../../core/event';
import { ratesAt } from '../core/fee-counting';
import { setRates } from '../core/evolve';
import { createReferralState, type ReferralState } from '../core/state';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';

export class ReferralView implements LiveView {
  position = -1;
  readonly referral: Pick<ReferralState, 'tables' | 'proposed'> = createReferralState();

  private readonly folds: Folds = {
    ReferralTermsSet: (event, { at }) => setRates(this, event, at),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed({ referral, position }: CoreState): void {
    this.referral.tables = referral.tables.map((table) => ({ ...table }));
    this.position = position;
  }

  rulesAt(at: number): ReferralRules {
    const { tables } = this.referral;
    const today = ratesAt(tables, at);
    const next = tables.filter(({ from }) => from > (today?.from ?? -1));
    return { rates: today && { ...today }, next: next.map((table): ReferralRates => ({ ...table })) };
  }
}
