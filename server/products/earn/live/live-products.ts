/** Products of one kind, and every user's holdings of them. */
import type { EarnTerms } from '../core/commands';
import { promisedIncomeOf, type EarnProduct, type EarnPurchase, type EarnState } from '../core/state';
import { getOrThrow } from '../../../core/evolve-helpers';

export type LiveEarnProduct<Terms = EarnTerms> = Readonly<Pick<EarnProduct<Terms>, 'terms' | 'state' | 'sold'>>;

interface ProductTotals {
  principal: bigint;
  promised: bigint;
}

export class LiveEarnProducts<Terms extends EarnTerms = EarnTerms, Bought extends EarnPurchase = EarnPurchase> {
  /** Ids of held purchases, in order of purchase. */
  private readonly byUser = new Map<number, Set<number>>();
  /** Sums by product, kept up to date because anyone may query them. */
  private readonly totals = new Map<string, ProductTotals>();

  constructor(private readonly state: () => EarnState<Terms, Bought>) {}

  /** Terms, sale and sold amounts of every product, the shortest term first; a stable order. */
  products(): LiveEarnProduct<Terms>[] {
    return [...this.state().products.values()].sort(
      ({ terms: one }, { terms: other }) => one.termDays - other.termDays || (one.product < other.product ? -1 : 1),
    );
  }

  /** Undefined if there is no such product. */
  product(name: string): LiveEarnProduct<Terms> | undefined {
    return this.state().products.get(name);
  }

  nameOf(product: string): string {
    return this.product(product)?.terms.name ?? product;
  }

  /** Total principal of a product, and its promises in the asset of its incomes. */
  totalsOf(product: string): Readonly<ProductTotals> {
    return this.totals.get(product) ?? { principal: 0n, promised: 0n };
  }

  /** In order of purchase. */
  purchasesOf(user: number): Bought[] {
    return [...(this.byUser.get(user) ?? [])].map((id) => this.purchase(id));
  }

  purchase(id: number): Bought {
    return getOrThrow(this.state().purchases, id);
  }

  add(purchase: Bought): void {
    this.count(purchase, 1n);
    const ids = this.byUser.get(purchase.user);
    if (ids) ids.add(purchase.id);
    else this.byUser.set(purchase.user, new Set([purchase.id]));
  }

  remove(purchase: Bought): void {
    this.count(purchase, -1n);
    const ids = this.byUser.get(purchase.user);
    ids?.delete(purchase.id);
    if (ids?.size === 0) this.byUser.delete(purchase.user);
  }

  count(purchase: Bought, sign: 1n | -1n): void {
    const { principal, promised } = this.totalsOf(purchase.product);
    this.totals.set(purchase.product, {
      principal: principal + sign * purchase.amount,
      promised: promised + sign * promisedIncomeOf(purchase),
    });
  }
}
