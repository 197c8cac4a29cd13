import type { EarnPromised } from '../../../../shared/wire/financial';
import { useEarnPromisedQuery } from '../../entities/earn/earn-api';
import { useEarnWords } from '../../entities/earn/earn-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { differenceOf } from '../../shared/lib/exact';
import { Rows } from '../../shared/ui/data-table/rows';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import styles from './earn-pages.module.css';
import { OFFERS_MS } from './offers';

type Cover = EarnPromised['cover'][number];
type OfProduct = EarnPromised['products'][number];

/** What the exchange has promised, and what it holds for it: for everybody to see. */
export function PromisedPage() {
  const { say } = useTexts();
  const how = useEarnWords();
  const { data, error, refetch } = useEarnPromisedQuery(undefined, { pollingInterval: OFFERS_MS });
  const none = <Note kind="empty" text={say('earn.promised.none')} />;
  return (
    <div className={styles.page}>
      <Panel title={say('menu.earn_promised')} lead={say('earn.promised.lead')} level={1}>
        {error && !data ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Rows<Cover>
            label={say('earn.promised.by_coin')}
            rows={data?.cover}
            keyOf={({ asset }) => asset}
            empty={none}
            columns={[
              { key: 'coin', title: say('earn.coin'), render: ({ asset }) => <b>{asset}</b> },
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
      {data && data.products.length > 0 && (
        <Panel title={say('earn.promised.by_product')} level={2}>
          <Rows<OfProduct>
            label={say('earn.promised.by_product')}
            rows={data.products}
            keyOf={({ kind, product }) => `${kind} ${product}`}
            empty={none}
            columns={[
              { key: 'product', title: say('earn.product'), render: ({ name }) => <b>{name}</b> },
              {
                key: 'kind',
                title: say('earn.promised.kind'),
                render: ({ kind }) => say(kind === 'financial' ? 'menu.financial' : 'menu.mining'),
              },
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
