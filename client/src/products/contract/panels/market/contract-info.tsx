import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ContractInfo } from '../../../../../../shared/products/perpetual/wire';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useContractInfoQuery } from '../../../../entities/contract/contract-api';
import { ratioOfPpb } from '../../../../entities/fee/rates';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { compare } from '../../../../shared/lib/numbers/exact';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Facts, type Fact } from '../../../../shared/ui/figures/facts';
import { ScrollPanel } from '../../../../shared/ui/page/scroll-panel';
import { Waiting } from '../../../../shared/ui/page/waiting';
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
  /** The index and its sources, which are told of in the same way wherever they are. */
  children: ReactNode;
}

/** On which terms a contract is traded, what stands behind it, and what one would come to. */
export function ContractInfoPanel({ market, children }: ContractInfoPanelProps) {
  const { say } = useTexts();
  const { data: info, error, refetch } = useContractInfoQuery(market.name, REFRESHED);
  return (
    <ScrollPanel label={say('info.title')}>
      <Calculator market={market} />
      {children}
      {info ? <Terms market={market} info={info} /> : <Waiting error={error} onRetry={refetch} />}
    </ScrollPanel>
  );
}

/** Open interest and the fund go on while somebody looks. */
const REFRESHED = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;

function Terms({ market, info }: { market: MarketRecord; info: ContractInfo }) {
  const { say, numbers } = useTexts();
  const { makerPpb, takerPpb } = useOwnFees(market);
  const percent = (ppb: number) => numbers.exactPercent(ratioOfPpb(ppb), PLACES);
  const { lastFundingRate } = info.mark;
  const facts: Fact[] = [
    [say('perp.lot'), `${numbers.exact(info.multiplier)} ${info.base}`],
    [say('rules.tick'), `${numbers.exact(market.tick)} ${info.quote}`],
    [say('rules.quantity_min'), `${numbers.exact(market.quantityMin)} ${info.base}`],
    [say('perp.fees'), `${percent(makerPpb)} / ${percent(takerPpb)}`],
    [say('perp.close_fee'), percent(info.closeFeePpb)],
    [
      say('perp.funding_every'),
      say('perp.every_hours', { hours: numbers.exact(String(info.fundingIntervalMs / HOUR_MS)) }),
    ],
    [say('perp.funding_cap'), `± ${percent(info.fundingCapPpb)}`],
    [
      say('perp.funding_last'),
      lastFundingRate === null ? say('perp.funding_none') : numbers.exactPercent(lastFundingRate, PLACES),
    ],
    [say('perp.price_limit'), `± ${percent(info.priceLimitPpb)}`],
    [say('perp.open_interest'), `${numbers.exact(info.openInterest)} ${info.base}`],
    [say('perp.open_interest_max'), `${numbers.compact(info.openInterestMax)} ${info.quote}`],
    [say('perp.ratio'), info.longShortRatio === null ? '–' : numbers.exact(info.longShortRatio)],
    [say('perp.insurance'), `${numbers.fixed(info.insurance, PLACES)} ${info.quote}`],
    ...(info.endsAt === null ? [] : [[say('perp.ends_at'), dateAndTime(info.endsAt)] as const]),
    [say('rules.open_orders'), numbers.exact(String(market.openOrdersMax))],
  ];
  return (
    <>
      <section className={styles.section}>
        <h3>{say('perp.terms')}</h3>
        <Facts facts={facts} layout="lines" />
      </section>
      <Tiers info={info} />
      <nav className={styles.section} aria-label={say('perp.more')}>
        <ul className={styles.links}>
          {LINKS.map(({ to, text }) => (
            <li key={to}>
              <Link to={`${to}?market=${encodeURIComponent(market.name)}`}>{say(text)}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Tiers({ info: { tiers, quote } }: { info: ContractInfo }) {
  const { say, numbers } = useTexts();
  return (
    <section className={styles.section}>
      <h3>{say('perp.tiers')}</h3>
      <table className={styles.tiers}>
        <caption className="spoken">{say('perp.tiers')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('perp.tier_cap', { asset: quote })}</th>
            <th scope="col">{say('perp.tier_leverage')}</th>
            <th scope="col">{say('perp.tier_rate')}</th>
            <th scope="col">{say('perp.tier_amount')}</th>
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
