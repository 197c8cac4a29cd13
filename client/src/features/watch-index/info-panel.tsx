import { useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { IndexPrice } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectIsConnectionLost } from '../../entities/connection/connection-slice';
import { ageOf, deviationOf } from '../../entities/index-price/index-price';
import { selectIndexPrice } from '../../entities/index-price/index-price-slice';
import { signShown } from '../../entities/market/quote';
import { useQuoteShown } from '../../entities/market/use-quote-shown';
import { useTexts } from '../../shared/i18n/use-texts';
import { quotientOf } from '../../shared/lib/numbers/exact';
import { dateAndTime, timeOfDay } from '../../shared/lib/numbers/format';
import { useInterest } from '../../shared/stream/interest';
import { phaseShown } from '../../shared/stream/liveness';
import { Said } from '../../shared/ui/said';
import { ScrollPanel } from '../../shared/ui/page/scroll-panel';
import { Note } from '../../shared/ui/page/note';
import { PhaseMark } from '../../shared/ui/figures/phase-mark';
import styles from './info-panel.module.css';
import { useSelected } from '../../shared/lib/hooks/use-selected';

interface InfoPanelProps {
  market: MarketRecord;
}

/** What a coin costs elsewhere, by which sources, and on which terms it is traded here. */
export function InfoPanel({ market }: InfoPanelProps) {
  const { say } = useTexts();
  return (
    <ScrollPanel label={say('info.title')}>
      <IndexSection market={market} symbol={market.name} />
      <Rules market={market} />
    </ScrollPanel>
  );
}

interface IndexSectionProps extends InfoPanelProps {
  /** What the index is of: a market of its own, or what a contract follows. */
  symbol: string;
}

/** The index price of a symbol with its sources, in the steps of a market. */
export function IndexSection({ market, symbol }: IndexSectionProps) {
  const { say } = useTexts();
  useInterest({ channel: 'index', market: symbol });
  const isLost = useSelector(selectIsConnectionLost);
  const { index, liveness } = useSelected(selectIndexPrice, symbol);
  const phase = phaseShown(liveness.phase, isLost);
  const isPublished = index !== null && index.price !== null;
  return (
    <section className={styles.section} data-phase={phase}>
      <header className={styles.head}>
        <h3>{say('index.title')}</h3>
        {isPublished && <PhaseMark phase={index.isStale ? 'stale' : phase} />}
      </header>
      {isPublished ? (
        <Published market={market} index={index} />
      ) : index ? (
        <p className={styles.note}>{say('index.none')}</p>
      ) : phase === 'stale' ? (
        <Note kind="error" text={liveness.fault ?? say('stream.unreachable')} />
      ) : (
        <Note kind="loading" text={say('page.loading')} />
      )}
    </section>
  );
}

function Published({ market, index }: InfoPanelProps & { index: IndexPrice }) {
  const { say, numbers } = useTexts();
  const { ticker } = useQuoteShown(market.name);
  const { price, at, sources, asOf, isStale } = index;
  const digits = scaleOf(market.tick);
  const deviation = ticker?.last && price ? deviationOf(ticker.last, price) : null;
  const age = (since: number) => {
    const { unit, count } = ageOf(since, asOf);
    return <Said text={`index.${unit}`} facts={{ age: String(count) }} />;
  };
  return (
    <>
      <p translate="no" className={styles.price} data-stale={isStale}>
        {numbers.fixed(price ?? '0', digits)} <small>{market.quote}</small>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{say('index.deviation')}</dt>
          <dd translate="no" data-direction={deviation === null ? undefined : signShown(deviation)}>
            {deviation === null ? '–' : numbers.percent(deviation)}
          </dd>
        </div>
        <div>
          <dt>{say('index.published')}</dt>
          <dd translate="no">{at !== null && <time dateTime={new Date(at).toISOString()}>{dateAndTime(at)}</time>}</dd>
        </div>
      </dl>
      <table className={styles.sources}>
        <caption className="spoken">{say('index.sources')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('index.source')}</th>
            <th scope="col">{say('book.price', { asset: market.quote })}</th>
            <th scope="col">{say('index.age')}</th>
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
      <p className={styles.note}>{say(isStale ? 'index.outdated' : 'index.note')}</p>
    </>
  );
}

function Rules({ market }: InfoPanelProps) {
  const { say, numbers } = useTexts();
  const { base, quote, tick, lot, quantityMin, notionalMin, bandPpb, openOrdersMax } = market;
  const rules = [
    { name: say('rules.tick'), text: `${numbers.exact(tick)} ${quote}` },
    { name: say('rules.lot'), text: `${numbers.exact(lot)} ${base}` },
    { name: say('rules.quantity_min'), text: `${numbers.exact(quantityMin)} ${base}` },
    { name: say('rules.notional_min'), text: `${numbers.exact(notionalMin)} ${quote}` },
    { name: say('rules.band'), text: `± ${numbers.narrowPercent(quotientOf(String(bandPpb), '1000000000', 6))}` },
    { name: say('rules.open_orders'), text: numbers.exact(String(openOrdersMax)) },
  ];
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h3>{say('rules.title')}</h3>
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
