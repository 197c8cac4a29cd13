/** Products of one kind, and what every user holds of them. */
import type { EarnTerms } from '../core/commands';
import { promisedOf, type EarnProduct, type EarnPurchase, type EarnState } from '../core/state';
import { known } from '../../../core/folding';

export type LiveEarnProduct<Terms = EarnTerms> = Readonly<Pick<EarnProduct<Terms>, 'terms' | 'state' | 'sold'>>;

interface Held {
  principal: bigint;
  promised: bigint;
}

export class EarnPart<Terms extends EarnTerms = EarnTerms, Bought extends EarnPurchase = EarnPurchase> {
  /** Numbers of what is held, in order of purchase. */
  private readonly byUser = new Map<number, Set<number>>();
  /** By product: everybody may ask, so that nothing is added up then. */
  private readonly held = new Map<string, Held>();

  constructor(private readonly state: () => EarnState<Terms, Bought>) {}

  /** Terms, sale and what was bought of every product: the shortest term first, the same after every start. */
  products(): LiveEarnProduct<Terms>[] {
    return [...this.state().products.values()].sort(
      ({ terms: one }, { terms: other }) => one.termDays - other.termDays || (one.product < other.product ? -1 : 1),
    );
  }

  /** Undefined of what is not there. */
  product(name: string): LiveEarnProduct<Terms> | undefined {
    return this.state().products.get(name);
  }

  nameOf(product: string): string {
    return this.product(product)?.terms.name ?? product;
  }

  /** Principals of a product, and promises on it in the asset of its incomes. */
  heldOf(product: string): Readonly<Held> {
    return this.held.get(product) ?? { principal: 0n, promised: 0n };
  }

  /** In order of purchase. */
  purchasesOf(user: number): Bought[] {
    return [...(this.byUser.get(user) ?? [])].map((id) => this.purchase(id));
  }

  purchase(id: number): Bought {
    return known(this.state().purchases, id);
  }

  add(purchase: Bought): void {
    this.count(purchase, 1n);
    const own = this.byUser.get(purchase.user);
    if (own) own.add(purchase.id);
    else this.byUser.set(purchase.user, new Set([purchase.id]));
  }

  remove(purchase: Bought): void {
    this.count(purchase, -1n);
    const own = this.byUser.get(purchase.user);
    own?.delete(purchase.id);
    if (own?.size === 0) this.byUser.delete(purchase.user);
  }

  count(purchase: Bought, sign: 1n | -1n): void {
    const { principal, promised } = this.heldOf(purchase.product);
    this.held.set(purchase.product, {
      principal: principal + sign * purchase.amount,
      promised: promised + sign * promisedOf(purchase),
    });
  }
}
