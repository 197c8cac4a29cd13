import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { MarketTermsAnswer, MarketTermsRecord } from '../../../../shared/wire/terms';
import { changesBetween, TERM_NAMES, termText } from '../../kit/entities/fee/term-changes';
import { useDeskMarketsQuery, useMarketTermsQuery } from '../api/settings-api';
import { ChangeList } from '../../kit/announced-terms/change-list';
import { storedText } from '../../kit/i18n/stored-text';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Faulty } from '../../kit/ui/page/faulty';
import { Note } from '../../kit/ui/page/note';
import styles from '../parts/admin.module.css';
import { Facts } from '../../kit/ui/figures/facts';
import { MarketForm } from './market-form';
import { Panel } from '../../kit/ui/page/panel';
import { PerpetualPanels } from './perpetual-terms';
import { pathOf } from '../parts/sections';

const AFRESH = { refetchOnMountOrArgChange: true };

/** Current and announced terms of a market, with forms to change them. */
export function MarketPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { id: name = '' } = useParams();
  const markets = useDeskMarketsQuery(undefined, AFRESH);
  const termsQuery = useMarketTermsQuery(name, AFRESH);
  const market = markets.data?.find((one) => one.name === name);
  const terms = termsQuery.currentData ?? (termsQuery.data?.market === name ? termsQuery.data : undefined);
  const error = termsQuery.error ?? markets.error;
  return (
    <>
      <Link className={styles.wayBack} to={pathOf(ownStaff, 'markets')}>
        <ArrowLeft size={16} aria-hidden="true" />
        {t('staff.section.markets')}
      </Link>
      {market && terms && !error ? (
        <>
          <Present market={market} terms={terms.present} />
          <Pending market={market} terms={terms} />
          <MarketForm key={name} market={market} answer={terms} />
          {market.product === 'perpetual' && <PerpetualPanels key={`${name}.perpetual`} market={market} />}
        </>
      ) : (
        <Panel title={t('staff.market.terms', { market: market?.label ?? name })} level={1}>
          {error ? (
            <Faulty
              error={error}
              onRetry={() => {
                void termsQuery.refetch();
                void markets.refetch();
              }}
            />
          ) : (
            <Note kind="loading" text={t('page.loading')} />
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
  const { t, numbers } = useTexts();
  const writing = { numbers, base, quote, level: null };
  return (
    <Panel title={t('staff.market.terms', { market: label })} level={1}>
      <Facts
        details={[
          ...TERM_NAMES.map((term) => [t(`terms.${term}`), termText(term, terms, writing)] as const),
          [t('staff.market.tick'), `${numbers.exact(tick)} ${quote}`],
          [t('staff.market.lot'), `${numbers.exact(lot)} ${base}`],
        ]}
      />
    </Panel>
  );
}

/** Announced changes, each compared with the one before. */
function Pending({ market: { base, quote }, terms }: { market: MarketRecord; terms: MarketTermsAnswer }) {
  const { t, numbers } = useTexts();
  const writing = { numbers, base, quote, level: null };
  const { present, pending } = terms;
  return (
    <Panel title={t('rates.announced')} level={2}>
      {pending.length === 0 ? (
        <p className={styles.lead}>{t('staff.terms.none_pending')}</p>
      ) : (
        <ol className={styles.changes}>
          {pending.map((change, index) => (
            <li key={`${change.from} ${index}`}>
              <h3>{t('rates.from', { time: dateAndTime(change.from) })}</h3>
              <p className={styles.muted}>{storedText(t, change.reason)}</p>
              <ChangeList changes={changesBetween(index === 0 ? present : pending[index - 1], change, writing)} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
