import { Activity, ClipboardList, LineChart, Volume2, VolumeX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { scaleOf } from '../../../../../shared/rules/units';
import type { OptionCatalogue, OptionProduct } from '../../../../../shared/products/option/wire';
import { useInstruments } from '../../../kit/entities/instrument/instrument';
import { useOptionProductsQuery } from '../api/option-api';
import { useOpenOptions } from '../api/option-slice';
import { useTitleStart } from '../../../kit/entities/route/use-title-start';
import { OptionForm } from '../ticket/option-form';
import { SKIP_OPTION_KEY } from '../ticket/confirm-option';
import { OpenOptionsList } from '../panels/options/open-options';
import { ProductTerms } from '../panels/options/product-terms';
import { RecentOptions } from '../panels/options/recent-list';
import { OptionResults } from '../panels/options/results';
import { useOptionNews, useOptionSound } from '../panels/options/use-option-news';
import { ConnectionBadge } from '../../../terminal/connection/connection-badge';
import { TradeSettings } from '../../../terminal/settings/trade-settings';
import { IndexChartPanel } from '../panels/chart/chart-panel';
import { ProductStrip } from '../panels/chart/product-strip';
import { Tape } from '../panels/chart/tape';
import { usePublications } from '../panels/chart/use-publications';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useMedia } from '../../../kit/lib/hooks/use-media';
import { Faulty } from '../../../kit/ui/page/faulty';
import { IconButton } from '../../../kit/ui/controls/icon-button';
import { Note } from '../../../kit/ui/page/note';
import { PanelBoundary } from '../../../kit/ui/page/panel-boundary';
import { Tabs } from '../../../kit/ui/controls/tabs';
import { ViewBar } from '../../../kit/ui/lists/view-bar';
import styles from './option-page.module.css';

/** Polling interval: products rarely change, open totals often. */
const CATALOGUE_MS = 15_000;
const WIDE = '(min-width: 64rem)';

/** `product` in the address selects the product; default: the first on sale. */
export function OptionPage() {
  const { t } = useTexts();
  const { data, error, refetch } = useOptionProductsQuery(undefined, { pollingInterval: CATALOGUE_MS });
  const [parameters, setParameters] = useSearchParams();
  const instruments = useInstruments();
  if (!data) {
    return (
      <>
        <h1 className="spoken">{t('menu.second')}</h1>
        {error ? (
          <Faulty error={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={t('page.loading')} />
        )}
      </>
    );
  }
  const requestedSymbol = parameters.get('product');
  const products = inOrderOf(
    data.products,
    instruments.map(({ base }) => base),
  );
  const product =
    products.find(({ symbol }) => symbol === requestedSymbol) ??
    products.find(({ state }) => state === 'open') ??
    products.at(0);
  if (!product) {
    return (
      <>
        <h1 className="spoken">{t('menu.second')}</h1>
        <Note kind="empty" text={t('option.none.products')} />
      </>
    );
  }
  return (
    <OptionLayout
      catalogue={{ ...data, products }}
      product={product}
      onChoose={(symbol) => setParameters({ product: symbol }, { replace: true })}
    />
  );
}

/** In the exchange's order of coins; coins without a market come last. */
function inOrderOf(products: readonly OptionProduct[], bases: readonly string[]): OptionProduct[] {
  const placeOf = ({ base }: OptionProduct) => (bases.includes(base) ? bases.indexOf(base) : bases.length);
  return [...products].sort((a, b) => placeOf(a) - placeOf(b));
}

interface OptionLayoutProps {
  catalogue: OptionCatalogue;
  product: OptionProduct;
  onChoose: (symbol: string) => void;
}

type View = 'chart' | 'trade' | 'contracts';

function OptionLayout({ catalogue, product, onChoose }: OptionLayoutProps) {
  const { t } = useTexts();
  const isWide = useMedia(WIDE);
  const publications = usePublications(product.symbol);
  const open = useOpenOptions();
  const [view, setView] = useState<View>('chart');
  useOptionNews();
  useTitle(product, publications.price);
  const ownContracts = useMemo(
    () => (open ?? []).filter(({ symbol }) => symbol === product.symbol),
    [open, product.symbol],
  );
  const { price, isStale } = publications;

  const strip = (
    <ProductStrip {...{ products: catalogue.products, selectedProduct: product, onChoose, publications }}>
      <ConnectionBadge />
      <SoundSwitch />
      <TradeSettings skipKey={SKIP_OPTION_KEY} />
    </ProductStrip>
  );
  const chart = (
    <PanelBoundary id="chart" title={t('chart.title')}>
      <IndexChartPanel {...{ product, publications }} contracts={ownContracts} />
    </PanelBoundary>
  );
  const tape = (
    <PanelBoundary id="tape" title={t('option.tape')}>
      <section className={styles.tapePanel} aria-labelledby="tape-title">
        <h2 id="tape-title">{t('option.tape')}</h2>
        <Tape {...{ product, publications }} />
      </section>
    </PanelBoundary>
  );
  const form = (
    <PanelBoundary id="form" title={t('option.form')}>
      <OptionForm {...{ product, price, isStale }} rules={catalogue.rules} onBought={() => setView('contracts')} />
    </PanelBoundary>
  );
  const lists = (
    <PanelBoundary id="contracts" title={t('option.contracts')}>
      <Lists catalogue={catalogue} product={product} price={price} count={open?.length ?? 0} />
    </PanelBoundary>
  );
  if (isWide) {
    return (
      <div className={styles.desk}>
        <div className={styles.strip}>{strip}</div>
        <div className={styles.chart}>{chart}</div>
        <div className={styles.tape}>{tape}</div>
        <div className={styles.form}>{form}</div>
        <div className={styles.lists}>{lists}</div>
      </div>
    );
  }
  return (
    <div className={styles.phone}>
      {strip}
      {view === 'chart' && (
        <>
          <div className={styles.chart}>{chart}</div>
          <div className={styles.tape}>{tape}</div>
          <div className={styles.sides}>
            <button type="button" onClick={() => setView('trade')}>
              {t('option.trade')}
            </button>
          </div>
        </>
      )}
      {/* Stays mounted in other views to keep the half-typed form. */}
      <div className={styles.form} hidden={view !== 'trade'}>
        {form}
      </div>
      {view === 'contracts' && <div className={styles.lists}>{lists}</div>}
      <ViewBar views={VIEWS} selectedView={view} onChoose={setView} />
    </div>
  );
}

const VIEWS = [
  { name: 'chart', text: 'chart.title', Icon: LineChart },
  { name: 'trade', text: 'option.trade', Icon: Activity },
  { name: 'contracts', text: 'option.contracts', Icon: ClipboardList },
] as const;

interface ListsProps {
  catalogue: OptionCatalogue;
  product: OptionProduct;
  price: string | null;
  /** Number of open contracts of all products. */
  count: number;
}

const LISTS = ['open', 'history', 'results', 'terms'] as const;

function Lists({ catalogue, product, price, count }: ListsProps) {
  const { t } = useTexts();
  const [selectedList, choose] = useState<(typeof LISTS)[number]>('open');
  const tabs = LISTS.map((name) => ({
    name,
    title: name === 'open' && count > 0 ? `${t('option.tab.open')} (${count})` : t(`option.tab.${name}`),
  }));
  return (
    <Tabs label={t('option.contracts')} tabs={tabs} selected={selectedList} onChoose={choose}>
      <div className={styles.scroll} role="group" aria-label={t(`option.tab.${selectedList}`)} tabIndex={0}>
        {selectedList === 'open' && (
          <OpenOptionsList
            rules={catalogue.rules}
            priceOf={(symbol) => (symbol === product.symbol ? price : null)}
            density="panel"
          />
        )}
        {selectedList === 'history' && <RecentOptions symbol={product.symbol} />}
        {selectedList === 'results' && <OptionResults asset={product.asset} scale={product.scale} />}
        {selectedList === 'terms' && <ProductTerms product={product} cover={catalogue.cover} />}
      </div>
    </Tabs>
  );
}

/** Turns the sound of results on or off. */
function SoundSwitch() {
  const { t } = useTexts();
  const [isOn, choose] = useOptionSound();
  const Icon = isOn ? Volume2 : VolumeX;
  return (
    <IconButton label={t(isOn ? 'option.sound.off' : 'option.sound.on')} onClick={() => choose(!isOn)}>
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  );
}

/** Puts the index first in the page title, so that a narrow tab shows it. */
function useTitle({ label, tick }: OptionProduct, price: string | null): void {
  const { numbers } = useTexts();
  useTitleStart(price === null ? null : `${numbers.fixed(price, scaleOf(tick))} ${label}`);
}
