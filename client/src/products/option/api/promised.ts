import type { OptionCatalogue } from '../../../../../shared/products/option/wire';
import { sumOf } from '../../../kit/lib/numbers/exact';
import type { PromisedRows, PromisedSource } from '../../../kit/ui/product-parts';
import { useOptionProductsQuery } from './option-api';

export const OptionsPromised: PromisedSource = ({ pollMs, children }) => {
  const { data, error, refetch } = useOptionProductsQuery(undefined, { pollingInterval: pollMs });
  return children({ ...(data && { rows: rowsOf(data) }), error, refetch });
};

/** The principal is the total of open stakes. */
function rowsOf({ cover, products }: OptionCatalogue): PromisedRows {
  return {
    cover: cover.map((one) => ({ ...one, kinds: ['menu.second'] })),
    products: products.map(({ symbol, label, asset, open, promised }) => ({
      ...{ kind: 'menu.second', product: symbol, name: label, asset, principal: sumOf([open.up, open.down]) },
      ...{ promisedAsset: asset, promised },
    })),
  };
}
