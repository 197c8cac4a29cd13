/** Parts that products bring to screens of other products. The app hands them down. */
import { createContext, type ComponentType, type ReactNode } from 'react';
import type { Fault } from '../api/envelope';
import type { TextKey } from '../i18n/i18n';
import type { PageLoader } from './page/lazy-page';

export interface ProductParts {
  /** Sections of the fee page. */
  fees: readonly PageLoader[];
  /** Sources for the page of liabilities and cover. */
  liabilityLoaders: readonly PromisedLoader[];
}

export type PromisedLoader = () => Promise<PromisedSource>;
/** Polls every `pollMs`. */
export type PromisedSource = ComponentType<{ pollMs: number; children: (liabilities: Promised) => ReactNode }>;

export interface Promised {
  rows?: PromisedRows;
  error?: Fault;
  refetch: () => unknown;
}

/** Amounts are canonical decimals. */
export interface PromisedRows {
  cover: readonly Cover[];
  products: readonly PromisedProduct[];
}

export interface Cover {
  asset: string;
  /** Kinds of products that share this account. */
  kinds: readonly TextKey[];
  held: string;
  promised: string;
}

export interface PromisedProduct {
  kind: TextKey;
  product: string;
  name: string;
  asset: string;
  principal: string;
  promisedAsset: string;
  promised: string;
}

export const ProductPartsShown = createContext<ProductParts>({ fees: [], liabilityLoaders: [] });
