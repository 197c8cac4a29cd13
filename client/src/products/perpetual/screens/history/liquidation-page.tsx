import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router';
import type { LiquidationStep } from '../../../../../../shared/products/perpetual/liquidations';
import { useLiquidationQuery } from '../../api/contract-lists-api';
import { outcomeTermsOf } from '../../../../kit/entities/contract/outcomes';
import { useInstrument } from '../../../../kit/entities/instrument/instrument';
import { selectIsLogin } from '../../../../kit/entities/session/session-slice';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { useTexts, type Texts } from '../../../../kit/i18n/use-texts';
import { isAbove, sumOf } from '../../../../kit/lib/numbers/exact';
import { dateAndTime, timeOfDay } from '../../../../kit/lib/numbers/format';
import { figure, fixed, timeColumn } from '../../../../kit/ui/data-table/columns';
import { Rows } from '../../../../kit/ui/data-table/rows';
import { Facts, type Fact } from '../../../../kit/ui/figures/facts';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { Panel } from '../../../../kit/ui/page/panel';
import { Recalculation } from './recalculation';
import { MarginChart, MarkChart } from './liquidation-charts';
import { lastPriceLabelOf } from './recompute';
import type { WhyProps } from './liquidation-terms';
import { LiquidationsList } from './public-pages';
import styles from './contract-pages.module.css';

/** All liquidations, anonymised; with `id` in the address, the explanation of one of the user's own. */
export function LiquidationPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  return <div className={styles.page}>{id === null ? <LiquidationsList /> : <Explained id={id} />}</div>;
}

function Explained({ id }: { id: string }) {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const { data, error, isFetching, refetch } = useLiquidationQuery(id, { skip: !isLogin });
  const instrument = useInstrument(data?.market ?? '');
  if (!isLogin) {
    return (
      <Note
        kind="empty"
        text={t('contracts.why_visitor')}
        action={
          <Link to={`/login?statusType=0&from=${encodeURIComponent(`/liquidation?id=${id}`)}`}>{t('menu.login')}</Link>
        }
      />
    );
  }
  if (error && !isFetching) return <Faulty error={error} onRetry={() => void refetch()} />;
  const market = instrument?.terms;
  const terms = market && outcomeTermsOf(market, 0);
  if (!data || !market || !terms) return <Note kind="loading" text={t('page.loading')} />;
  return <Why detail={data} market={market} terms={terms} />;
}

function Why({ detail, market, terms }: WhyProps) {
  const { t, numbers } = useTexts();
  const format = useContractFormat();
  const { inputs, side, at, mark } = detail;
  const price = (decimal: string) => `${format.price(market.name, decimal)} ${market.quote}`;
  const money = (decimal: string) => format.money(market.name, decimal);
  return (
    <>
      <Panel
        title={t('contracts.why_title', { market: market.label })}
        lead={t(side === 'long' ? 'contracts.why_long' : 'contracts.why_short', {
          time: dateAndTime(at),
          mark: price(mark),
        })}
        level={1}
        actions={<Link to="/liquidation">{t('contracts.liquidations_title')}</Link>}
      >
        <div className={styles.facts}>
          <Facts
            details={[
              [t('positions.size'), format.quantity(market.name, detail.quantity)],
              [t('ticket.leverage'), `${inputs.leverage}×`],
              [t('contracts.cost'), money(inputs.cost)],
              [t('positions.margin'), money(inputs.collateral)],
              [t('positions.unrealised'), format.signed(market.name, inputs.unrealised)],
              [t('contracts.requirement'), money(inputs.requirement)],
              [t('ticket.bankruptcy'), price(detail.bankruptcyPrice)],
              [t('contracts.tier'), `${numbers.exactPercent(ratioOf(inputs.tierRatePpb), 2)} − ${inputs.tierAmount}`],
            ]}
          />
        </div>
      </Panel>
      <Panel
        title={t('contracts.why_mark')}
        lead={
          inputs.bound === null
            ? t('contracts.why_mark_lead')
            : t('contracts.why_mark_bound', { bound: price(inputs.bound) })
        }
        level={2}
      >
        <div className={styles.facts}>
          <Facts
            details={[
              [t('positions.mark'), price(mark)],
              [t('contracts.index'), price(inputs.index)],
              ['P1', price(inputs.p1)],
              ['P2', price(inputs.p2)],
              [t(lastPriceLabelOf(detail)), price(inputs.last)],
              [t('contracts.journal'), String(inputs.markPosition)],
              ...inputs.sources.map(
                (source) => [source.name, `${price(source.price)} · ${timeOfDay(source.at)}`] as const,
              ),
            ]}
          />
          <div className={styles.paths}>
            <MarginChart detail={detail} market={market} terms={terms} />
            <MarkChart detail={detail} market={market} terms={terms} />
          </div>
        </div>
      </Panel>
      <Panel title={t('contracts.why_steps')} lead={t('contracts.why_steps_lead')} level={2}>
        <div className={styles.facts}>
          <Facts details={paymentFacts(detail.steps, detail.insurance, t, money)} />
        </div>
        <Rows<LiquidationStep>
          label={t('contracts.why_steps')}
          columns={[
            fixed('position', t('contracts.journal'), ({ position, event }) => `${position}.${event}`),
            timeColumn('time', t('orderlist.time'), ({ at: stepAt }) => stepAt),
            fixed('kind', t('contracts.step'), ({ kind }) => t(`contracts.step.${kind}`)),
            figure('lots', t('contracts.lots'), ({ lots }) => lots ?? '–'),
            figure('price', t('orderlist.price'), (step) => format.price(market.name, step.price)),
            figure('fee', t('orderlist.fee'), ({ fee }) => (fee === null ? '–' : money(fee))),
            figure('insurance', t('contracts.insurance_title'), ({ insurance }) =>
              format.signed(market.name, insurance),
            ),
            figure('treasury', t('contracts.treasury'), ({ treasury }) => format.signed(market.name, treasury)),
            figure('rank', t('contracts.rank'), ({ rank }) => rank ?? '–'),
          ]}
          rows={detail.steps}
          keyOf={({ position, event }) => `${position}.${event}`}
          empty={<Note kind="empty" text={t('contracts.none_liquidated')} />}
        />
      </Panel>
      <Recalculation detail={detail} market={market} terms={terms} />
    </>
  );
}

function ratioOf(ppb: number): string {
  return (BigInt(ppb) * 10n ** 9n)
    .toString()
    .padStart(19, '0')
    .replace(/^(\d+)(\d{18})$/, '$1.$2')
    .replace(/0+$/, '0');
}

/**
 * Payers beyond the position's own margin: the insurance fund, deleveraged positions by rank, and the exchange's own
 * money.
 */
function paymentFacts(
  steps: readonly LiquidationStep[],
  insurance: string,
  t: Texts['t'],
  money: (decimal: string) => ReactNode,
): Fact[] {
  const treasury = sumOf(steps.flatMap((step) => step.treasury ?? []));
  const ranks = steps.flatMap(({ rank }) => rank ?? []);
  return [
    isAbove('0', insurance)
      ? [t('contracts.fund_paid'), money(insurance.slice(1))]
      : [t('contracts.fund_got'), money(insurance)],
    ...(isAbove('0', treasury) ? [[t('contracts.treasury_paid'), money(treasury.slice(1))] as const] : []),
    [t('contracts.deleveraged_ranks'), ranks.length === 0 ? t('contracts.deleveraged_none') : ranks.join(', ')],
  ];
}
