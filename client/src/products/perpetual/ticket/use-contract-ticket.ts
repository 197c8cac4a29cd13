/** Drafts of contract orders: one per act (open, close) and side. */
import { useStore } from 'react-redux';
import { createDraftStore } from '../../../kit/entities/order/ticket/drafts';
import { lastPriceOf, type LastPriceState } from '../../../kit/entities/market/use-quote-shown';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { typedOf } from '../../../kit/lib/numbers/typed';
import { restoreInput, useSavedInput } from '../../../kit/lib/storage/saved-input';
import { useStateByKey } from '../../../kit/lib/hooks/use-state-by-key';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { emptyDraft, withPrice, type Act, type ContractDraft } from './contract-draft';

/** Both sides have the same fields, so that a picked price applies to both. */
export type Drafts = Readonly<Record<`${Act} ${PositionSide}`, ContractDraft>>;
const KEYS = ['open long', 'open short', 'close long', 'close short'] as const;

export interface ContractTicket {
  drafts: () => Drafts;
  subscribe: (listener: () => void) => () => void;
  change: (act: Act, side: PositionSide, change: (draft: ContractDraft) => ContractDraft) => void;
  /** Price picked in the book or the trades. Sets all drafts, as the target side is not known yet. */
  pick: (picked: { price: string }) => void;
}

/** Starts with the last price. Another market starts with new drafts, so that no price carries over. */
export function useContractTicket(market: MarketRecord): ContractTicket {
  const store = useStore<LastPriceState>();
  const form = `contract ${market.name}`;
  const [ticket] = useStateByKey(market.name, () => {
    const price = lastPriceOf(store.getState(), market.name) ?? market.price;
    return createContractTicket(price, restoreInput(form, areDrafts) ?? undefined);
  });
  useSavedInput(form, ticket.drafts);
  return ticket;
}

export function createContractTicket(price: string, storedDrafts?: Drafts): ContractTicket {
  const { drafts, subscribe, put } = createDraftStore<Drafts>(
    storedDrafts ?? (Object.fromEntries(KEYS.map((key) => [key, emptyDraft(price)])) as unknown as Drafts),
  );
  return {
    ...{ drafts, subscribe },
    change: (act, side, change) => {
      const key = `${act} ${side}` as const;
      put({ ...drafts(), [key]: change(drafts()[key]) });
    },
    pick: ({ price: pickedPrice }) =>
      put(
        Object.fromEntries(
          KEYS.map((key) => [key, withPrice(drafts()[key], 'price', typedOf(pickedPrice))]),
        ) as unknown as Drafts,
      ),
  };
}

const FIELDS = Object.keys(emptyDraft('0')).sort().join();

/** Validates drafts restored from storage, which another version may have written. */
function areDrafts(form: unknown): form is Drafts {
  const storedDrafts = (form ?? {}) as Partial<Record<string, unknown>>;
  return KEYS.every((key) => {
    const draft = (storedDrafts[key] ?? {}) as Readonly<Record<string, unknown>>;
    const inputs = [draft.price, draft.trigger, draft.size];
    return (
      Object.keys(draft).sort().join() === FIELDS &&
      inputs.every((field) => typeof field === 'object' && field !== null && 'kind' in field)
    );
  });
}
