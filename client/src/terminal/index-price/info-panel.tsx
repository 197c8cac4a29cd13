import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { IndexPrice } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectIsConnectionLost } from '../../kit/entities/connection/connection-slice';
import { ageOf, deviationOf } from '../../kit/entities/index-price/index-price';
import { selectIndexPrice } from '../../kit/entities/index-price/index-price-slice';
import { directionShown } from '../../kit/entities/market/quote';
import { useQuoteShown } from '../../kit/entities/market/use-quote-shown';
import { useTexts } from '../../kit/i18n/use-texts';
import { quotientOf } from '../../kit/lib/numbers/exact';
import { dateAndTime, timeOfDay } from '../../kit/lib/numbers/format';
import { useInterest } from '../../kit/stream/interest';
import { phaseShown } from '../../kit/stream/liveness';
import { TextWithFact } from '../../kit/ui/text-with-fact';
import { ScrollPanel } from '../../kit/ui/page/scroll-panel';
import { Note } from '../../kit/ui/page/note';
import { PhaseMark } from '../../kit/ui/figures/phase-mark';
import styles from './info-panel.module.css';
import { useSelected } from '../../kit/lib/hooks/use-selected';

interface InfoPanelProps {
  market: MarketRecord;
}

/** Index prices of a coin with their sources, and its terms on this exchange. */
export function InfoPanel({ market }: InfoPanelProps) {
  const { t } = useTexts();
  return (
    <ScrollPanel label={t('info.title')}>
      <IndexSection market={market} symbol={market.name} />
      <Rules market={market} />
    </ScrollPanel>
  );
}

interface IndexSectionProps extends InfoPanelProps {
  /** Symbol of the index: the market itself, or the one a contract follows. */
  symbol: string;
}

/** Index price of a symbol with its sources, rounded to the market's tick. */
export function IndexSection({ market, symbol }: IndexSectionProps) {
  const { t } = useTexts();
  useInterest({ channel: 'index', market: symbol });
  const isLost = useSelector(selectIsConnectionLost);
  const { index, liveness } = useSelected(selectIndexPrice, symbol);
  const phase = phaseShown(liveness.phase, isLost);
  const isPublished = index !== null && index.price !== null;
  return (
    <section className={styles.section} data-phase={phase}>
      <header className={styles.head}>
        <h3>{t('index.title')}</h3>
        {isPublished && <PhaseMark phase={index.isStale ? 'stale' : phase} />}
      </header>
      {isPublished ? (
        <Published market={market} index={index} />
      ) : index ? (
        <p className={styles.note}>{t('index.none')}</p>
      ) : phase === 'stale' ? (
        <Note kind="error" text={liveness.fault ?? t('stream.unreachable')} />
      ) : (
        <Note kind="loading" text={t('page.loading')} />
      )}
    </section>
  );
}

function Published({ market, index }: InfoPanelProps & { index: IndexPrice }) {
  const { t, numbers } = useTexts();
  const { ticker } = useQuoteShown(market.name);
  const { price, at, sources, asOf, isStale } = index;
  const digits = scaleOf(market.tick);
  const deviation = ticker?.last && price ? deviationOf(ticker.last, price) : null;
  const age = (since: number) => {
    const { unit, count } = ageOf(since, asOf);
    return <TextWithFact text={`index.${unit}`} params={{ age: String(count) }} />;
  };
  return (
    <>
      <p translate="no" className={styles.price} data-stale={isStale}>
        {numbers.fixed(price ?? '0', digits)} <small>{market.quote}</small>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('index.deviation')}</dt>
          <dd translate="no" data-direction={deviation === null ? undefined : directionShown(deviation)}>
            {deviation === null ? '–' : numbers.percent(deviation)}
          </dd>
        </div>
        <div>
          <dt>{t('index.published')}</dt>
          <dd translate="no">{at !== null && <time dateTime={new Date(at).toISOString()}>{dateAndTime(at)}</time>}</dd>
        </div>
      </dl>
      <table className={styles.sources}>
        <caption className="spoken">{t('index.sources')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('index.source')}</th>
            <th scope="col">{t('book.price', { asset: market.quote })}</th>
            <th scope="col">{t('index.age')}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.name}>
              <th scope="row">{source.name}</th>
              <td translate="no">{numbers.fixed(source.price, digits)}</td>
              <td>
                <time dateTime={new Date(source.at).toISOString()} title={timeOfDay(source.at)}>
                  {age(source.at)}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t(isStale ? 'index.outdated' : 'index.note')}</p>
    </>
  );
}

function Rules({ market }: InfoPanelProps) {
  const { t, numbers } = useTexts();
  const { base, quote, tick, lot, quantityMin, notionalMin, bandPpb, openOrdersMax } = market;
  const rules = [
    { name: t('rules.tick'), text: `${numbers.exact(tick)} ${quote}` },
    { name: t('rules.lot'), text: `${numbers.exact(lot)} ${base}` },
    { name: t('rules.quantity_min'), text: `${numbers.exact(quantityMin)} ${base}` },
    { name: t('rules.notional_min'), text: `${numbers.exact(notionalMin)} ${quote}` },
    { name: t('rules.band'), text: `± ${numbers.narrowPercent(quotientOf(String(bandPpb), '1000000000', 6))}` },
    { name: t('rules.open_orders'), text: numbers.exact(String(openOrdersMax)) },
  ];
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h3>{t('rules.title')}</h3>
      </header>
      <dl className={styles.facts}>
        {rules.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
