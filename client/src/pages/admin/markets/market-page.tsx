import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { MarketRecord } from '../../../../../shared/wire/product';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import type { MarketTermsAnswer, MarketTermsRecord } from '../../../../../shared/wire/terms';
import { changesBetween, TERM_NAMES, termText } from '../../../entities/fee/term-changes';
import { useDeskMarketsQuery, useMarketTermsQuery } from '../../../entities/staff/settings-api';
import { ChangeList } from '../../../features/announce-terms/change-list';
import { keptText } from '../../../shared/i18n/kept-text';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Note } from '../../../shared/ui/page/note';
import styles from '../parts/desk.module.css';
import { Facts } from '../../../shared/ui/figures/facts';
import { MarketForm } from './market-form';
import { Panel } from '../../../shared/ui/page/panel';
import { PerpetualPanels } from './perpetual-terms';
import { pathOf } from '../parts/sections';

const AFRESH = { refetchOnMountOrArgChange: true };

/** The terms of a market: those of now, those that are announced, and the way to change them. */
export function MarketPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const { id: name = '' } = useParams();
  const markets = useDeskMarketsQuery(undefined, AFRESH);
  const asked = useMarketTermsQuery(name, AFRESH);
  const market = markets.data?.find((one) => one.name === name);
  const terms = asked.currentData ?? (asked.data?.market === name ? asked.data : undefined);
  const fault = asked.error ?? markets.error;
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(own, 'markets')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {say('staff.section.markets')}
      </Link>
      {market && terms && !fault ? (
        <>
          <Present market={market} terms={terms.present} />
          <Pending market={market} terms={terms} />
          <MarketForm key={name} market={market} answer={terms} />
          {market.product === 'perpetual' && <PerpetualPanels key={`${name}.perpetual`} market={market} />}
        </>
      ) : (
        <Panel title={say('staff.market.terms', { market: market?.label ?? name })} level={1}>
          {fault ? (
            <Faulty
              fault={fault}
              onRetry={() => {
                void asked.refetch();
                void markets.refetch();
              }}
            />
          ) : (
            <Note kind="loading" text={say('page.loading')} />
          )}
        </Panel>
      )}
    </>
  );
}

function Present({
  market: { label, base, quote, tick, lot },
  terms,
}: {
  market: MarketRecord;
  terms: MarketTermsRecord;
}) {
  const { say, numbers } = useTexts();
  const writing = { numbers, base, quote, level: null };
  return (
    <Panel title={say('staff.market.terms', { market: label })} level={1}>
      <Facts
        facts={[
          ...TERM_NAMES.map((term) => [say(`terms.${term}`), termText(term, terms, writing)] as const),
          [say('staff.market.tick'), `${numbers.exact(tick)} ${quote}`],
          [say('staff.market.lot'), `${numbers.exact(lot)} ${base}`],
        ]}
      />
    </Panel>
  );
}

/** Change after change, each over the one before it. */
function Pending({ market: { base, quote }, terms }: { market: MarketRecord; terms: MarketTermsAnswer }) {
  const { say, numbers } = useTexts();
  const writing = { numbers, base, quote, level: null };
  const { present, pending } = terms;
  return (
    <Panel title={say('rates.announced')} level={2}>
      {pending.length === 0 ? (
        <p className={styles.lead}>{say('staff.terms.none_pending')}</p>
      ) : (
        <ol className={styles.changes}>
          {pending.map((change, index) => (
            <li key={`${change.from} ${index}`}>
              <h3>{say('rates.from', { time: dateAndTime(change.from) })}</h3>
              <p className={styles.muted}>{keptText(say, change.reason)}</p>
              <ChangeList changes={changesBetween(index === 0 ? present : pending[index - 1], change, writing)} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
