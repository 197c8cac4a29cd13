import type { EarnPromised } from '../../../../../shared/products/earn/wire';
import type { OptionCatalogue } from '../../../../../shared/products/option/wire';
import { useEarnPromisedQuery } from '../api/earn-api';
import { useEarnWords } from '../api/earn-words';
import { useOptionProductsQuery } from '../../../entities/option/option-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { differenceOf, sumOf } from '../../../shared/lib/numbers/exact';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './earn-pages.module.css';
import { OFFERS_MS } from './offers';

/** By the account that covers them: financial products and mining have one, second contracts another. */
type Kind = EarnPromised['products'][number]['kind'] | 'option';
type Cover = EarnPromised['cover'][number] & { isOption: boolean };
type OfProduct = Omit<EarnPromised['products'][number], 'kind'> & { kind: Kind };

const KIND_WORDS = { financial: 'menu.financial', mining: 'menu.mining', option: 'menu.second' } as const;

/** What the exchange has promised, and what it holds for it: for everybody to see. */
export function PromisedPage() {
  const { say } = useTexts();
  const how = useEarnWords();
  const often = { pollingInterval: OFFERS_MS };
  const earn = useEarnPromisedQuery(undefined, often);
  const options = useOptionProductsQuery(undefined, often);
  const cover = earn.data && options.data && coverOf(earn.data, options.data);
  const products = earn.data && options.data && productsOf(earn.data, options.data);
  const faulty = [earn, options]
    .flatMap(({ error, data, refetch }) => (error && !data ? [{ error, refetch }] : []))
    .at(0);
  const none = <Note kind="empty" text={say('earn.promised.none')} />;
  return (
    <div className={styles.page}>
      <Panel title={say('menu.earn_promised')} lead={say('earn.promised.lead')} level={1}>
        {faulty ? (
          <Faulty fault={faulty.error} onRetry={() => void faulty.refetch()} />
        ) : (
          <Rows<Cover>
            label={say('earn.promised.by_coin')}
            rows={cover}
            keyOf={({ asset, isOption }) => `${asset} ${isOption}`}
            empty={none}
            columns={[
              { key: 'coin', title: say('earn.coin'), render: ({ asset }) => <b>{asset}</b> },
              {
                key: 'kind',
                title: say('earn.promised.kind'),
                render: ({ isOption }) =>
                  isOption ? say('menu.second') : `${say('menu.financial')}, ${say('menu.mining')}`,
              },
              {
                key: 'promised',
                title: say('earn.promised.promised'),
                isEnd: true,
                render: ({ promised, asset }) => how.money(promised, asset),
              },
              {
                key: 'held',
                title: say('earn.promised.held'),
                isEnd: true,
                render: ({ held, asset }) => how.money(held, asset),
              },
              {
                key: 'free',
                title: say('earn.promised.free'),
                isEnd: true,
                render: ({ held, promised, asset }) => how.money(differenceOf(held, promised), asset),
              },
            ]}
          />
        )}
      </Panel>
      {products && products.length > 0 && (
        <Panel title={say('earn.promised.by_product')} level={2}>
          <Rows<OfProduct>
            label={say('earn.promised.by_product')}
            rows={products}
            keyOf={({ kind, product }) => `${kind} ${product}`}
            empty={none}
            columns={[
              { key: 'product', title: say('earn.product'), render: ({ name }) => <b>{name}</b> },
              { key: 'kind', title: say('earn.promised.kind'), render: ({ kind }) => say(KIND_WORDS[kind]) },
              {
                key: 'principal',
                title: say('earn.promised.principal'),
                isEnd: true,
                render: ({ principal, asset }) => how.money(principal, asset),
              },
              {
                key: 'promised',
                title: say('earn.promised.promised'),
                isEnd: true,
                render: ({ promised, promisedAsset }) => how.money(promised, promisedAsset),
              },
            ]}
          />
        </Panel>
      )}
    </div>
  );
}

function coverOf(earn: EarnPromised, options: OptionCatalogue): Cover[] {
  return [
    ...earn.cover.map((one) => ({ ...one, isOption: false })),
    ...options.cover.map((one) => ({ ...one, isOption: true })),
  ];
}

/** Of second contracts the stakes that are open, and the most that they may bring. */
function productsOf(earn: EarnPromised, options: OptionCatalogue): OfProduct[] {
  const sold = options.products.map(({ symbol, label, asset, open, promised }) => ({
    ...{ kind: 'option' as const, product: symbol, name: label, asset, principal: sumOf([open.up, open.down]) },
    ...{ promisedAsset: asset, promised },
  }));
  return [...earn.products, ...sold];
}
