import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ContractInfo } from '../../../../../../shared/products/perpetual/wire';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useContractInfoQuery } from '../../../../kit/entities/contract/contract-api';
import { ratioOfPpb } from '../../../../kit/entities/fee/rates';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { compare } from '../../../../kit/lib/numbers/exact';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Facts, type Fact } from '../../../../kit/ui/figures/facts';
import { ScrollPanel } from '../../../../kit/ui/page/scroll-panel';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { Calculator } from './calculator';
import styles from './contract-info.module.css';
import { useOwnFees } from './use-contract-terms';

const HOUR_MS = 3_600_000;
const PLACES = 2;
const LINKS = [
  { to: '/fundingHistory', text: 'perp.link.funding' },
  { to: '/liquidation', text: 'perp.link.liquidations' },
  { to: '/insuranceFund', text: 'perp.insurance' },
] as const;

interface ContractInfoPanelProps {
  market: MarketRecord;
  /** The index section, shared by all products. */
  children: ReactNode;
}

/** Contract terms, insurance fund and calculator. */
export function ContractInfoPanel({ market, children }: ContractInfoPanelProps) {
  const { t } = useTexts();
  const { data: info, error, refetch } = useContractInfoQuery(market.name, REFRESHED);
  return (
    <ScrollPanel label={t('info.title')}>
      <Calculator market={market} />
      {children}
      {info ? <Terms market={market} info={info} /> : <Waiting error={error} onRetry={refetch} />}
    </ScrollPanel>
  );
}

/** Open interest and the insurance fund change without a push, so they are polled while the page has focus. */
const REFRESHED = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;

function Terms({ market, info }: { market: MarketRecord; info: ContractInfo }) {
  const { t, numbers } = useTexts();
  const { makerPpb, takerPpb } = useOwnFees(market);
  const percent = (ppb: number) => numbers.exactPercent(ratioOfPpb(ppb), PLACES);
  const { lastFundingRate } = info.mark;
  const details: Fact[] = [
    [t('perp.lot'), `${numbers.exact(info.multiplier)} ${info.base}`],
    [t('rules.tick'), `${numbers.exact(market.tick)} ${info.quote}`],
    [t('rules.quantity_min'), `${numbers.exact(market.quantityMin)} ${info.base}`],
    [t('perp.fees'), `${percent(makerPpb)} / ${percent(takerPpb)}`],
    [t('perp.close_fee'), percent(info.closeFeePpb)],
    [
      t('perp.funding_every'),
      t('perp.every_hours', { hours: numbers.exact(String(info.fundingIntervalMs / HOUR_MS)) }),
    ],
    [t('perp.funding_cap'), `± ${percent(info.fundingCapPpb)}`],
    [
      t('perp.funding_last'),
      lastFundingRate === null ? t('perp.funding_none') : numbers.exactPercent(lastFundingRate, PLACES),
    ],
    [t('perp.price_limit'), `± ${percent(info.priceLimitPpb)}`],
    [t('perp.open_interest'), `${numbers.exact(info.openInterest)} ${info.base}`],
    [t('perp.open_interest_max'), `${numbers.compact(info.openInterestMax)} ${info.quote}`],
    [t('perp.ratio'), info.longShortRatio === null ? '–' : numbers.exact(info.longShortRatio)],
    [t('perp.insurance'), `${numbers.fixed(info.insurance, PLACES)} ${info.quote}`],
    ...(info.endsAt === null ? [] : [[t('perp.ends_at'), dateAndTime(info.endsAt)] as const]),
    [t('rules.open_orders'), numbers.exact(String(market.openOrdersMax))],
  ];
  return (
    <>
      <section className={styles.section}>
        <h3>{t('perp.terms')}</h3>
        <Facts details={details} layout="lines" />
      </section>
      <Tiers info={info} />
      <nav className={styles.section} aria-label={t('perp.more')}>
        <ul className={styles.links}>
          {LINKS.map(({ to, text }) => (
            <li key={to}>
              <Link to={`${to}?market=${encodeURIComponent(market.name)}`}>{t(text)}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Tiers({ info: { tiers, quote } }: { info: ContractInfo }) {
  const { t, numbers } = useTexts();
  return (
    <section className={styles.section}>
      <h3>{t('perp.tiers')}</h3>
      <table className={styles.tiers}>
        <caption className="spoken">{t('perp.tiers')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('perp.tier_cap', { asset: quote })}</th>
            <th scope="col">{t('perp.tier_leverage')}</th>
            <th scope="col">{t('perp.tier_rate')}</th>
            <th scope="col">{t('perp.tier_amount')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ cap, leverageMax, ratePpb, amount }) => (
            <tr key={cap}>
              <th scope="row">{numbers.exact(cap)}</th>
              <td>{leverageMax}x</td>
              <td>{numbers.exactPercent(ratioOfPpb(ratePpb), PLACES)}</td>
              <td>{compare(amount, '0') === 0 ? '–' : numbers.exact(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
