import { useContext, useMemo } from 'react';
import type { EarnPromised } from '../../../../../shared/products/earn/wire';
import { useEarnPromisedQuery } from '../api/earn-api';
import { useEarnFormat } from '../api/earn-format';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { differenceOf } from '../../../kit/lib/numbers/exact';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Faulty } from '../../../kit/ui/page/faulty';
import { LazyPage } from '../../../kit/ui/page/lazy-page';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import {
  ProductPartsShown,
  type Cover,
  type Promised,
  type PromisedProduct,
  type PromisedRows,
  type PromisedSource,
} from '../../../kit/ui/product-parts';
import styles from './earn-pages.module.css';
import { OFFERS_MS } from './offers';

const EARN_KIND_TEXTS = ['menu.financial', 'menu.mining'] as const satisfies readonly TextKey[];

/** Public page of the exchange's obligations and of the reserves held for them. */
export function PromisedPage() {
  const { liabilityLoaders } = useContext(ProductPartsShown);
  const load = useMemo(
    () => async () => {
      const sources = await Promise.all(liabilityLoaders.map((one) => one()));
      return () => <Gathered sources={[EarnPromisedRows, ...sources]} liabilities={[]} />;
    },
    [liabilityLoaders],
  );
  return <LazyPage load={load} />;
}

/** Queries each source and shows all rows. */
function Gathered({ sources, liabilities }: { sources: readonly PromisedSource[]; liabilities: readonly Promised[] }) {
  const [Source, ...others] = sources;
  if (!Source) return <Tables liabilities={liabilities} />;
  return (
    <Source pollMs={OFFERS_MS}>{(one) => <Gathered sources={others} liabilities={[...liabilities, one]} />}</Source>
  );
}

const EarnPromisedRows: PromisedSource = ({ pollMs, children }) => {
  const { data, error, refetch } = useEarnPromisedQuery(undefined, { pollingInterval: pollMs });
  return children({ ...(data && { rows: rowsOf(data) }), error, refetch });
};

function rowsOf({ cover, products }: EarnPromised): PromisedRows {
  return {
    cover: cover.map((one) => ({ ...one, kinds: EARN_KIND_TEXTS })),
    products: products.map((one) => ({ ...one, kind: `menu.${one.kind}` as const })),
  };
}

function Tables({ liabilities }: { liabilities: readonly Promised[] }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const rows = liabilities.flatMap((one) => one.rows ?? []);
  const isWhole = rows.length === liabilities.length;
  const cover = isWhole ? rows.flatMap((one) => one.cover) : undefined;
  const products = isWhole ? rows.flatMap((one) => one.products) : undefined;
  const faulty = liabilities
    .flatMap(({ rows: loadedRows, error, refetch }) => (error === undefined || loadedRows ? [] : [{ error, refetch }]))
    .at(0);
  const none = <Note kind="empty" text={t('earn.promised.none')} />;
  return (
    <div className={styles.page}>
      <Panel title={t('menu.earn_promised')} lead={t('earn.promised.lead')} level={1}>
        {faulty ? (
          <Faulty error={faulty.error} onRetry={() => void faulty.refetch()} />
        ) : (
          <Rows<Cover>
            label={t('earn.promised.by_coin')}
            rows={cover}
            keyOf={({ asset, kinds }) => `${asset} ${kinds.join(' ')}`}
            empty={none}
            columns={[
              { key: 'coin', title: t('earn.coin'), render: ({ asset }) => <b>{asset}</b> },
              {
                key: 'kind',
                title: t('earn.promised.kind'),
                render: ({ kinds }) => kinds.map((kind) => t(kind)).join(', '),
              },
              {
                key: 'promised',
                title: t('earn.promised.promised'),
                isEnd: true,
                render: ({ promised, asset }) => format.money(promised, asset),
              },
              {
                key: 'held',
                title: t('earn.promised.held'),
                isEnd: true,
                render: ({ held, asset }) => format.money(held, asset),
              },
              {
                key: 'free',
                title: t('earn.promised.free'),
                isEnd: true,
                render: ({ held, promised, asset }) => format.money(differenceOf(held, promised), asset),
              },
            ]}
          />
        )}
      </Panel>
      {products && products.length > 0 && (
        <Panel title={t('earn.promised.by_product')} level={2}>
          <Rows<PromisedProduct>
            label={t('earn.promised.by_product')}
            rows={products}
            keyOf={({ kind, product }) => `${kind} ${product}`}
            empty={none}
            columns={[
              { key: 'product', title: t('earn.product'), render: ({ name }) => <b>{name}</b> },
              { key: 'kind', title: t('earn.promised.kind'), render: ({ kind }) => t(kind) },
              {
                key: 'principal',
                title: t('earn.promised.principal'),
                isEnd: true,
                render: ({ principal, asset }) => format.money(principal, asset),
              },
              {
                key: 'promised',
                title: t('earn.promised.promised'),
                isEnd: true,
                render: ({ promised, promisedAsset }) => format.money(promised, promisedAsset),
              },
            ]}
          />
        </Panel>
      )}
    </div>
  );
}
