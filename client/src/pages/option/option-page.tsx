import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router';
import { scaleOf } from '../../../../shared/rules/units';
import type { OptionCatalogue, OptionProduct } from '../../../../shared/wire/option';
import { selectAccounts } from '../../entities/balance/balance-slice';
import { useOptionLimitsQuery, useOptionsQuery } from '../../entities/option/option-api';
import { selectOptionsPosition, useOpenOptions } from '../../entities/option/options-slice';
import { selectIsLogin } from '../../entities/session/session-slice';
import { IndexChart } from '../../features/trade-options/index-chart';
import { OpenOptions } from '../../features/trade-options/open-options';
import { OptionForm } from '../../features/trade-options/option-form';
import { OptionHistory } from '../../features/trade-options/option-history';
import { OptionSums } from '../../features/trade-options/option-sums';
import { Tape } from '../../features/trade-options/tape';
import { useOptionNews } from '../../features/trade-options/use-option-news';
import { usePublications } from '../../features/trade-options/use-publications';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { including } from '../../shared/lib/use-list';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import { Tabs } from '../../shared/ui/tabs';
import { Themed } from '../../shared/ui/themed';
import styles from './option-page.module.css';

/** Second contracts: the index, what is sold on it, what one has open, and what came of it. */
export function OptionPage() {
  const { say } = useTexts();
  const { data, error, refetch } = useOptionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [parameters, setParameters] = useSearchParams();
  const wished = parameters.get('symbol');
  const product = data?.products.find(({ symbol }) => symbol === wished) ?? data?.products[0];
  return (
    <Themed>
      {data && product ? (
        <Sold
          key={product.symbol}
          catalogue={data}
          product={product}
          onChoose={(symbol) => setParameters({ symbol }, { replace: true })}
        />
      ) : (
        <div className={styles.alone}>
          <Panel title={say('option.title')} level={1}>
            {error ? (
              <Faulty fault={error} onRetry={() => void refetch()} />
            ) : (
              <Note kind={data ? 'empty' : 'loading'} text={say(data ? 'option.none_sold' : 'page.loading')} />
            )}
          </Panel>
        </div>
      )}
    </Themed>
  );
}

interface SoldProps {
  catalogue: OptionCatalogue;
  product: OptionProduct;
  onChoose: (symbol: string) => void;
}

function Sold({ catalogue, product, onChoose }: SoldProps) {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const isLogin = useSelector(selectIsLogin);
  const accounts = useSelector(selectAccounts);
  const position = useSelector(selectOptionsPosition);
  const { data: limits } = useOptionLimitsQuery(including(position), { skip: !isLogin });
  const { points, latest, isStale } = usePublications(product.symbol);
  const contracts = useOpenOptions();
  const [shown, show] = useState<'open' | 'history'>('open');
  useOptionNews();
  const open = useMemo(() => contracts ?? [], [contracts]);
  const here = useMemo(() => open.filter(({ symbol }) => symbol === product.symbol), [open, product.symbol]);
  const limit = limits?.find(({ asset }) => asset === product.asset);
  const available = accounts.option?.[product.asset]?.available ?? '0';
  const price = latest?.price ?? null;
  const halt =
    product.state === 'closed'
      ? words('code', 'option.closed')
      : product.state === 'maintenance'
        ? words('code', 'coin.under.maintenance')
        : latest === null || isStale
          ? words('code', 'index.stale')
          : null;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{say('option.title')}</h1>
        <nav aria-label={say('option.products')}>
          {catalogue.products.map(({ symbol, label }) => (
            <button
              key={symbol}
              type="button"
              aria-pressed={symbol === product.symbol}
              onClick={() => onChoose(symbol)}
            >
              {label}
            </button>
          ))}
        </nav>
        <p>
          <span>{say('option.index_of', { symbol: product.label })}</span>
          <b>{price === null ? '–' : numbers.fixed(price, scaleOf(product.tick))}</b>
          {isStale && <em>{say('option.stale')}</em>}
        </p>
      </header>
      <section className={styles.chart} aria-label={say('option.index_of', { symbol: product.label })}>
        <IndexChart product={product} points={points} open={here} />
      </section>
      <section className={styles.tape} aria-labelledby="option-tape">
        <h2 id="option-tape">{say('option.tape')}</h2>
        <Tape product={product} points={points} />
      </section>
      <section className={styles.form} aria-label={say('option.buy')}>
        <OptionForm
          {...{ product, available, limit, isLogin, halt }}
          rules={catalogue.rules}
          latest={price}
          open={open}
        />
      </section>
      <section className={styles.own} aria-label={say('option.own')}>
        {isLogin ? (
          <>
            <OptionSums product={product} limit={limit} />
            <Tabs
              label={say('option.own')}
              tabs={[
                { name: 'open', title: `${say('option.open')} (${open.length})` },
                { name: 'history', title: say('option.history') },
              ]}
              chosen={shown}
              onChoose={show}
            >
              {shown === 'open' ? (
                <OpenOptions contracts={contracts} cancelBeforeMs={catalogue.rules.cancelBeforeMs} />
              ) : (
                <OptionHistory />
              )}
            </Tabs>
          </>
        ) : (
          <Note kind="empty" text={say('option.visitor')} />
        )}
      </section>
    </div>
  );
}
