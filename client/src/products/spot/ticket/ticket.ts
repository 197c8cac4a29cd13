/** The two half-typed orders of a market. */
import { useStore } from 'react-redux';
import type { OrderSide } from '../../../entities/order/order-terms';
import { createDrafts } from '../../../entities/order/ticket/drafts';
import { lastPriceOf, type LastPriceState } from '../../../entities/market/use-quote-shown';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { typedOf } from '../../../shared/lib/numbers/typed';
import { typedBefore, useTypedKept } from '../../../shared/lib/storage/typed-kept';
import { useStateOf } from '../../../shared/lib/hooks/use-state-of';
import { edited, emptyDraft, type Draft } from './draft';

/** A price, and perhaps a quantity, taken over from the book or from the trades. */
export interface Picked {
  price: string;
  quantity?: string;
}

type Drafts = Readonly<Record<OrderSide, Draft>>;

export interface Ticket {
  drafts: () => Drafts;
  subscribe: (listener: () => void) => () => void;
  change: (side: OrderSide, change: (draft: Draft) => Draft) => void;
  /** For both sides: which one it is for is not known yet. */
  pick: (picked: Picked) => void;
}

/** Begins with the last price, and is then the user's. With another market it begins anew: no price of one stands in another's form. */
export function useTicket(market: MarketRecord): Ticket {
  const store = useStore<LastPriceState>();
  const form = `ticket ${market.name}`;
  const [ticket] = useStateOf(market.name, () => {
    const price = lastPriceOf(store.getState(), market.name) ?? market.price;
    return createTicket(price, market, typedBefore(form, areDrafts) ?? undefined);
  });
  useTypedKept(form, ticket.drafts);
  return ticket;
}

export function createTicket(price: string, market: Pick<MarketRecord, 'lot' | 'tick'>, begun?: Drafts): Ticket {
  const { drafts, subscribe, put } = createDrafts<Drafts>(begun ?? { buy: emptyDraft(price), sell: emptyDraft(price) });
  const filled = (draft: Draft, { price: taken, quantity }: Picked): Draft => {
    const priced = edited(draft, 'price', typedOf(taken), market);
    return quantity === undefined ? priced : edited(priced, 'quantity', typedOf(quantity), market);
  };
  return {
    ...{ drafts, subscribe },
    change: (side, change) => put({ ...drafts(), [side]: change(drafts()[side]) }),
    pick: (picked) => put({ buy: filled(drafts().buy, picked), sell: filled(drafts().sell, picked) }),
  };
}

const FIELDS = Object.keys(emptyDraft('0')).sort().join();

const isField = (field: unknown): boolean => typeof field === 'object' && field !== null && 'kind' in field;

/** Of something that a page has kept, perhaps one of another version: with the same fields, each with its kind. */
function areDrafts(form: unknown): form is Drafts {
  const { buy, sell } = (form ?? {}) as Partial<Record<OrderSide, unknown>>;
  return [buy, sell].every((draft) => {
    const fields = (draft ?? {}) as Readonly<Record<string, unknown>>;
    const typed = ['price', 'trigger', 'quantity', 'total', 'spent'].map((name) => fields[name]);
    return Object.keys(fields).sort().join() === FIELDS && typed.every(isField);
  });
}
