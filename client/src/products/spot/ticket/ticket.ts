/** The two order drafts of a market, one per side. */
import { useStore } from 'react-redux';
import type { OrderSide } from '../../../kit/entities/order/order-terms';
import { createDraftStore } from '../../../kit/entities/order/ticket/drafts';
import { lastPriceOf, type LastPriceState } from '../../../kit/entities/market/use-quote-shown';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { typedOf } from '../../../kit/lib/numbers/typed';
import { restoreInput, useSavedInput } from '../../../kit/lib/storage/saved-input';
import { useStateByKey } from '../../../kit/lib/hooks/use-state-by-key';
import { edited, emptyDraft, type Draft } from './draft';

/** Price, and perhaps quantity, picked in the book or the trades. */
export interface Picked {
  price: string;
  quantity?: string;
}

type Drafts = Readonly<Record<OrderSide, Draft>>;

export interface Ticket {
  drafts: () => Drafts;
  subscribe: (listener: () => void) => () => void;
  change: (side: OrderSide, change: (draft: Draft) => Draft) => void;
  /** Sets both sides, as the target side is not known yet. */
  pick: (picked: Picked) => void;
}

/** Starts with the last price. Another market starts with new drafts, so that no price carries over. */
export function useTicket(market: MarketRecord): Ticket {
  const store = useStore<LastPriceState>();
  const form = `ticket ${market.name}`;
  const [ticket] = useStateByKey(market.name, () => {
    const price = lastPriceOf(store.getState(), market.name) ?? market.price;
    return createTicket(price, market, restoreInput(form, areDrafts) ?? undefined);
  });
  useSavedInput(form, ticket.drafts);
  return ticket;
}

export function createTicket(price: string, market: Pick<MarketRecord, 'lot' | 'tick'>, storedDrafts?: Drafts): Ticket {
  const { drafts, subscribe, put } = createDraftStore<Drafts>(
    storedDrafts ?? { buy: emptyDraft(price), sell: emptyDraft(price) },
  );
  const filled = (draft: Draft, { price: pickedPrice, quantity }: Picked): Draft => {
    const priced = edited(draft, 'price', typedOf(pickedPrice), market);
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

/** Validates drafts restored from storage, which another version may have written. */
function areDrafts(form: unknown): form is Drafts {
  const { buy, sell } = (form ?? {}) as Partial<Record<OrderSide, unknown>>;
  return [buy, sell].every((draft) => {
    const fields = (draft ?? {}) as Readonly<Record<string, unknown>>;
    const inputs = ['price', 'trigger', 'quantity', 'total', 'spent'].map((name) => fields[name]);
    return Object.keys(fields).sort().join() === FIELDS && inputs.every(isField);
  });
}
