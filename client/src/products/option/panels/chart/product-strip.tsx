import type { ReactNode } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { OptionProduct } from '../../../../../../shared/products/option/wire';
import { CoinIcon } from '../../../../kit/coins/coin-icon';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import type { Publications } from './use-publications';
import styles from './watch-option.module.css';

interface ProductStripProps {
  products: readonly OptionProduct[];
  selectedProduct: OptionProduct;
  onChoose: (symbol: string) => void;
  publications: Publications;
  children: ReactNode;
}

/** Product choice, and the current index of the chosen product. */
export function ProductStrip({ products, selectedProduct, onChoose, publications, children }: ProductStripProps) {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const { price, isStale, published = [] } = publications;
  const before = published.at(-2)?.price;
  const priceDirection =
    price === null || before === undefined || price === before ? undefined : directionFrom(price, before);
  return (
    <header className={styles.strip}>
      <h1 className="spoken">{t('menu.second')}</h1>
      <nav className={styles.products} aria-label={t('option.products')}>
        {products.map(({ symbol, label, base, state }) => (
          <button
            key={symbol}
            type="button"
            aria-pressed={symbol === selectedProduct.symbol}
            data-state={state}
            onClick={() => onChoose(symbol)}
          >
            <CoinIcon symbol={base} />
            {label}
            {state !== 'open' && <em>{t(`option.state.${state}`)}</em>}
          </button>
        ))}
      </nav>
      <p className={styles.price} data-stale={isStale}>
        <span>{t('index.title')}</span>
        <b
          key={price}
          translate="no"
          data-flash={priceDirection}
          title={isStale ? serverText('code', 'index.stale') : undefined}
        >
          {price === null ? '–' : numbers.fixed(price, scaleOf(selectedProduct.tick))}
        </b>
      </p>
      <div className={styles.stripTools}>{children}</div>
    </header>
  );
}

function directionFrom(price: string, before: string): 'up' | 'down' {
  return Number(price) > Number(before) ? 'up' : 'down';
}
