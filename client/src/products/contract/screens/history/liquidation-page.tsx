import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router';
import type { LiquidationStep } from '../../../../../../shared/products/perpetual/wire';
import { useLiquidationQuery } from '../../api/contract-lists-api';
import { outcomeTermsOf } from '../../../../entities/contract/outcomes';
import { useInstrument } from '../../../../entities/instrument/instrument';
import { selectIsLogin } from '../../../../entities/session/session-slice';
import { useContractWords } from '../../../../features/show-positions/position-words';
import { useTexts, type Texts } from '../../../../shared/i18n/use-texts';
import { isAbove, sumOf } from '../../../../shared/lib/numbers/exact';
import { dateAndTime, timeOfDay } from '../../../../shared/lib/numbers/format';
import { figure, fixed, timeColumn } from '../../../../shared/ui/data-table/columns';
import { Rows } from '../../../../shared/ui/data-table/rows';
import { Facts, type Fact } from '../../../../shared/ui/figures/facts';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import { Panel } from '../../../../shared/ui/page/panel';
import { Again } from './again';
import { MarginChart, MarkChart } from './liquidation-charts';
import { lastOf } from './recompute';
import type { WhyProps } from './liquidation-terms';
import { LiquidationsList } from './public-pages';
import styles from './contract-pages.module.css';

/** All liquidations without names; with `id` of the address, why one of the user's own happened. */
export function LiquidationPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  return <div className={styles.page}>{id === null ? <LiquidationsList /> : <Explained id={id} />}</div>;
}

function Explained({ id }: { id: string }) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const { data, error, isFetching, refetch } = useLiquidationQuery(id, { skip: !isLogin });
  const instrument = useInstrument(data?.market ?? '');
  if (!isLogin) {
    return (
      <Note
        kind="empty"
        text={say('contracts.why_visitor')}
        action={
          <Link to={`/login?statusType=0&from=${encodeURIComponent(`/liquidation?id=${id}`)}`}>
            {say('menu.login')}
          </Link>
        }
      />
    );
  }
  if (error && !isFetching) return <Faulty fault={error} onRetry={() => void refetch()} />;
  const market = instrument?.terms;
  const terms = market && outcomeTermsOf(market, 0);
  if (!data || !market || !terms) return <Note kind="loading" text={say('page.loading')} />;
  return <Why detail={data} market={market} terms={terms} />;
}

function Why({ detail, market, terms }: WhyProps) {
  const { say, numbers } = useTexts();
  const how = useContractWords();
  const { inputs, side, at, mark } = detail;
  const price = (decimal: string) => `${how.price(market.name, decimal)} ${market.quote}`;
  const money = (decimal: string) => how.money(market.name, decimal);
  return (
    <>
      <Panel
        title={say('contracts.why_title', { market: market.label })}
        lead={say(side === 'long' ? 'contracts.why_long' : 'contracts.why_short', {
          time: dateAndTime(at),
          mark: price(mark),
        })}
        level={1}
        actions={<Link to="/liquidation">{say('contracts.liquidations_title')}</Link>}
      >
        <div className={styles.facts}>
          <Facts
            facts={[
              [say('positions.size'), how.quantity(market.name, detail.quantity)],
              [say('ticket.leverage'), `${inputs.leverage}×`],
              [say('contracts.cost'), money(inputs.cost)],
              [say('positions.margin'), money(inputs.collateral)],
              [say('positions.unrealised'), how.signed(market.name, inputs.unrealised)],
              [say('contracts.requirement'), money(inputs.requirement)],
              [say('ticket.bankruptcy'), price(detail.bankruptcyPrice)],
              [say('contracts.tier'), `${numbers.exactPercent(ratioOf(inputs.tierRatePpb), 2)} − ${inputs.tierAmount}`],
            ]}
          />
        </div>
      </Panel>
      <Panel
        title={say('contracts.why_mark')}
        lead={
          inputs.bound === null
            ? say('contracts.why_mark_lead')
            : say('contracts.why_mark_bound', { bound: price(inputs.bound) })
        }
        level={2}
      >
        <div className={styles.facts}>
          <Facts
            facts={[
              [say('positions.mark'), price(mark)],
              [say('contracts.index'), price(inputs.index)],
              ['P1', price(inputs.p1)],
              ['P2', price(inputs.p2)],
              [say(lastOf(detail)), price(inputs.last)],
              [say('contracts.journal'), String(inputs.markPosition)],
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
      <Panel title={say('contracts.why_steps')} lead={say('contracts.why_steps_lead')} level={2}>
        <div className={styles.facts}>
          <Facts facts={paymentFacts(detail.steps, detail.insurance, say, money)} />
        </div>
        <Rows<LiquidationStep>
          label={say('contracts.why_steps')}
          columns={[
            fixed('position', say('contracts.journal'), ({ position, event }) => `${position}.${event}`),
            timeColumn('time', say('orderlist.time'), ({ at: when }) => when),
            fixed('kind', say('contracts.step'), ({ kind }) => say(`contracts.step.${kind}`)),
            figure('lots', say('contracts.lots'), ({ lots }) => lots ?? '–'),
            figure('price', say('orderlist.price'), (step) => how.price(market.name, step.price)),
            figure('fee', say('orderlist.fee'), ({ fee }) => (fee === null ? '–' : money(fee))),
            figure('insurance', say('contracts.insurance_title'), ({ insurance }) =>
              how.signed(market.name, insurance),
            ),
            figure('treasury', say('contracts.treasury'), ({ treasury }) => how.signed(market.name, treasury)),
            figure('rank', say('contracts.rank'), ({ rank }) => rank ?? '–'),
          ]}
          rows={detail.steps}
          keyOf={({ position, event }) => `${position}.${event}`}
          empty={<Note kind="empty" text={say('contracts.none_liquidated')} />}
        />
      </Panel>
      <Again detail={detail} market={market} terms={terms} />
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

/** Who paid, where the position's own margin did not: the fund, those on the other side by their rank, the exchange's own money. */
function paymentFacts(
  steps: readonly LiquidationStep[],
  insurance: string,
  say: Texts['say'],
  money: (decimal: string) => ReactNode,
): Fact[] {
  const treasury = sumOf(steps.flatMap((step) => step.treasury ?? []));
  const ranks = steps.flatMap(({ rank }) => rank ?? []);
  return [
    isAbove('0', insurance)
      ? [say('contracts.fund_paid'), money(insurance.slice(1))]
      : [say('contracts.fund_got'), money(insurance)],
    ...(isAbove('0', treasury) ? [[say('contracts.treasury_paid'), money(treasury.slice(1))] as const] : []),
    [say('contracts.deleveraged_ranks'), ranks.length === 0 ? say('contracts.deleveraged_none') : ranks.join(', ')],
  ];
}
