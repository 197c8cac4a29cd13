import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router';
import type { LiquidationDetail, LiquidationStep } from '../../../../shared/wire/contract';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useLiquidationQuery } from '../../entities/contract/contract-lists-api';
import { outcomeTermsOf, type OutcomeTerms } from '../../entities/contract/outcomes';
import { withMargin } from '../../entities/contract/reckoning';
import { useInstrument } from '../../entities/instrument/instrument';
import { selectIsLogin } from '../../entities/session/session-slice';
import { useContractWords } from '../../features/manage-positions/position-words';
import { NumberField } from '../../entities/order/ticket/number-field';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime, timeOfDay } from '../../shared/lib/format';
import { sparkline } from '../../shared/lib/sparkline';
import { decimalOfTyped, typedOf, type Typed } from '../../shared/lib/typed';
import { Button } from '../../shared/ui/button';
import { Rows } from '../../shared/ui/data-table/rows';
import { Facts } from '../../shared/ui/facts';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import { Themed } from '../../shared/ui/themed';
import { scaleOf } from '../../../../shared/rules/units';
import { LiquidationsList } from './public-pages';
import { INPUTS, inputsOf, judged, type Input, type Judged } from './recompute';
import styles from './contract-pages.module.css';

const BOX = { width: 640, height: 160, inset: 8 };

/** All liquidations without names; with `id` of the address, why one of the user's own happened. */
export function LiquidationPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  return (
    <Themed>
      <div className={styles.page}>{id === null ? <LiquidationsList /> : <Explained id={id} />}</div>
    </Themed>
  );
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

interface WhyProps {
  detail: LiquidationDetail;
  market: MarketRecord;
  terms: OutcomeTerms;
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
      <Panel title={say('contracts.why_mark')} lead={say('contracts.why_mark_lead')} level={2}>
        <div className={styles.facts}>
          <Facts
            facts={[
              [say('positions.mark'), price(mark)],
              [say('contracts.index'), price(inputs.index)],
              ['P1', price(inputs.p1)],
              ['P2', price(inputs.p2)],
              [say('contracts.last'), price(inputs.last)],
              [say('contracts.journal'), String(inputs.markPosition)],
              ...inputs.sources.map(
                (source) => [source.name, `${price(source.price)} · ${timeOfDay(source.at)}`] as const,
              ),
            ]}
          />
          <Path detail={detail} market={market} terms={terms} />
        </div>
      </Panel>
      <Panel title={say('contracts.why_steps')} lead={say('contracts.why_steps_lead')} level={2}>
        <Rows<LiquidationStep>
          label={say('contracts.why_steps')}
          columns={[
            {
              key: 'position',
              title: say('contracts.journal'),
              isFixed: true,
              render: ({ position, event }) => `${position}.${event}`,
            },
            { key: 'time', title: say('orderlist.time'), render: ({ at: when }) => dateAndTime(when) },
            {
              key: 'kind',
              title: say('contracts.step'),
              isFixed: true,
              render: ({ kind }) => say(`contracts.step.${kind}`),
            },
            { key: 'lots', title: say('contracts.lots'), isEnd: true, render: ({ lots }) => lots ?? '–' },
            {
              key: 'price',
              title: say('orderlist.price'),
              isEnd: true,
              render: (step) => how.price(market.name, step.price),
            },
            {
              key: 'fee',
              title: say('orderlist.fee'),
              isEnd: true,
              render: ({ fee }) => (fee === null ? '–' : money(fee)),
            },
            {
              key: 'insurance',
              title: say('contracts.insurance_title'),
              isEnd: true,
              render: ({ insurance }) => how.signed(market.name, insurance),
            },
            { key: 'rank', title: say('contracts.rank'), isEnd: true, render: ({ rank }) => rank ?? '–' },
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

/** The mark of the hour before, down or up to the price that liquidates. */
function Path({ detail, market, terms }: WhyProps) {
  const { say } = useTexts();
  const how = useContractWords();
  const points = detail.path.map(({ at, mark }) => ({ at, price: mark }));
  const drawn = sparkline(points, BOX);
  const { side, quantity, inputs } = detail;
  const { liquidationPrice } = withMargin(
    terms,
    {
      ...{ id: detail.contract, market: market.name, side, mode: detail.mode, leverage: inputs.leverage, quantity },
      ...{ lots: inputs.lots, cost: inputs.cost, margin: inputs.collateral, liquidationPrice: null },
      ...{ bankruptcyPrice: null, isLocked: false, openedAt: 0 },
    },
    inputs.collateral,
  );
  if (!drawn) return null;
  return (
    <figure className={styles.path}>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={say('contracts.why_path')}>
        <path d={drawn.area} className={styles.area} />
        <path d={drawn.line} className={styles.line} />
      </svg>
      <figcaption>
        {say('contracts.why_path')} · {say('positions.liquidation')} {how.price(market.name, liquidationPrice)}
      </figcaption>
    </figure>
  );
}

/** The same reckoned here, and with other inputs. */
function Again({ detail, market, terms }: WhyProps) {
  const { say } = useTexts();
  const how = useContractWords();
  const recorded = inputsOf(detail);
  const typedInputs = () =>
    Object.fromEntries(INPUTS.map((name) => [name, typedOf(recorded[name])])) as Record<Input, Typed>;
  const [typed, setTyped] = useState(typedInputs);
  const [shown, setShown] = useState<Judged | 'invalid' | null>(null);
  const reckon = () => {
    const inputs = Object.fromEntries(
      INPUTS.map((name) => [name, decimalOfTyped(typed[name]) ?? '']),
    ) as unknown as typeof recorded;
    setShown(judged(detail, inputs, terms) ?? 'invalid');
  };
  const before = judged(detail, recorded, terms);
  const money = (decimal: string | undefined) => (decimal === undefined ? '–' : how.money(market.name, decimal));
  const isPrice = (name: Input) => name === 'p1' || name === 'p2' || name === 'last';
  const labels: Record<Input, string> = {
    ...{ p1: 'P1', p2: 'P2', last: say('contracts.last') },
    ...{ cost: say('contracts.cost'), collateral: say('positions.margin') },
  };
  return (
    <Panel title={say('contracts.again_title')} lead={say('contracts.again_lead')} level={2}>
      <div className={styles.again}>
        {INPUTS.map((name) => (
          <NumberField
            key={name}
            {...{ name, label: labels[name], unit: market.quote, value: typed[name], isTold: shown === 'invalid' }}
            scale={isPrice(name) ? scaleOf(market.tick) : terms.scale}
            beyond="down"
            onChange={(value) => setTyped((known) => ({ ...known, [name]: value }))}
          />
        ))}
        <p className={styles.ways}>
          <Button onClick={reckon}>{say('contracts.again')}</Button>
          <Button
            onClick={() => {
              setTyped(typedInputs());
              setShown(null);
            }}
          >
            {say('contracts.again_reset')}
          </Button>
        </p>
        {shown === 'invalid' && <p role="alert">{say('contracts.again_invalid')}</p>}
        {shown !== null && shown !== 'invalid' && (
          <div role="status">
            <Facts
              layout="lines"
              facts={[
                [
                  say('positions.mark'),
                  `${how.price(market.name, before?.mark ?? null)} → ${how.price(market.name, shown.mark)}`,
                ],
                [
                  say('contracts.cover'),
                  <>
                    {money(before?.cover)} → {money(shown.cover)}
                  </>,
                ],
                [
                  say('contracts.requirement'),
                  <>
                    {money(before?.requirement)} → {money(shown.requirement)}
                  </>,
                ],
              ]}
            />
            <p>
              <b>{say(shown.isLiquidated ? 'contracts.again_hit' : 'contracts.again_lives')}</b>
            </p>
          </div>
        )}
      </div>
    </Panel>
  );
}
