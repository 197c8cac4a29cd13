/** The half-typed orders of a contract, one a side of what is opened and one of what is closed. */
import { useStore } from 'react-redux';
import { createDrafts } from '../../../entities/order/ticket/drafts';
import { lastPriceOf, type LastPriceState } from '../../../entities/market/use-quote-shown';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { typedOf } from '../../../shared/lib/numbers/typed';
import { typedBefore, useTypedKept } from '../../../shared/lib/storage/typed-kept';
import { useStateOf } from '../../../shared/lib/hooks/use-state-of';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { emptyDraft, priced, type Act, type ContractDraft } from './contract-draft';

/** Both sides are typed in the same fields: a price that is picked counts for both. */
export type Drafts = Readonly<Record<`${Act} ${PositionSide}`, ContractDraft>>;
const KEYS = ['open long', 'open short', 'close long', 'close short'] as const;

export interface ContractTicket {
  drafts: () => Drafts;
  subscribe: (listener: () => void) => () => void;
  change: (act: Act, side: PositionSide, change: (draft: ContractDraft) => ContractDraft) => void;
  /** A price of the book or of the trades: for all of them, since which one it is for is not known yet. */
  pick: (picked: { price: string }) => void;
}

/** Begins with the last price, and is then the user's. With another market it begins anew: no price of one stands in another's form. */
export function useContractTicket(market: MarketRecord): ContractTicket {
  const store = useStore<LastPriceState>();
  const form = `contract ${market.name}`;
  const [ticket] = useStateOf(market.name, () => {
    const price = lastPriceOf(store.getState(), market.name) ?? market.price;
    return createContractTicket(price, typedBefore(form, areDrafts) ?? undefined);
  });
  useTypedKept(form, ticket.drafts);
  return ticket;
}

export function createContractTicket(price: string, begun?: Drafts): ContractTicket {
  const { drafts, subscribe, put } = createDrafts<Drafts>(
    begun ?? (Object.fromEntries(KEYS.map((key) => [key, emptyDraft(price)])) as unknown as Drafts),
  );
  return {
    ...{ drafts, subscribe },
    change: (act, side, change) => {
      const key = `${act} ${side}` as const;
      put({ ...drafts(), [key]: change(drafts()[key]) });
    },
    pick: ({ price: taken }) =>
      put(
        Object.fromEntries(
          KEYS.map((key) => [key, priced(drafts()[key], 'price', typedOf(taken))]),
        ) as unknown as Drafts,
      ),
  };
}

const FIELDS = Object.keys(emptyDraft('0')).sort().join();

/** Of something that a page has kept, perhaps one of another version: with the same fields, each with its kind. */
function areDrafts(form: unknown): form is Drafts {
  const kept = (form ?? {}) as Partial<Record<string, unknown>>;
  return KEYS.every((key) => {
    const draft = (kept[key] ?? {}) as Readonly<Record<string, unknown>>;
    const typed = [draft.price, draft.trigger, draft.size];
    return (
      Object.keys(draft).sort().join() === FIELDS &&
      typed.every((field) => typeof field === 'object' && field !== null && 'kind' in field)
    );
  });
}
