/** Financial risks of the exchange: exposure against caps, cover, largest positions, price feeds, and data freshness. */
import { Link } from 'react-router';
import type { RiskBoard } from '../../../../shared/wire/desk';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useRiskBoardQuery } from '../api/orders-api';
import { useTexts } from '../../kit/i18n/use-texts';
import { compare } from '../../kit/lib/numbers/exact';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Facts } from '../../kit/ui/figures/facts';
import { Mark } from '../../kit/ui/figures/mark';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { Comparisons, Custody, Differences } from './risk-drift';
import { amountColumn, RiskTable } from './risk-table';
import { pathOf, maySee } from '../parts/sections';
import { Refresh } from '../parts/refresh';

const POLL_MS = 10_000;
const SECONDS_DIGITS = 3;
const NEAR = '0.05';

export function RiskPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t, numbers } = useTexts();
  const { data, error, refetch } = useRiskBoardQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
  });
  const countText = (count: number) => numbers.exact(String(count));
  const secondsText = (secondsValue: number | null) =>
    secondsValue === null
      ? '–'
      : t('staff.risk.seconds', { seconds: numbers.fixed(secondsValue.toFixed(SECONDS_DIGITS), SECONDS_DIGITS) });
  return (
    <>
      <Panel
        title={t('staff.section.risk')}
        lead={t('staff.risk.lead')}
        level={1}
        actions={<Refresh onPress={refetch} />}
      >
        {data ? (
          <Facts
            details={[
              [t('staff.risk.as_of'), dateAndTime(data.at)],
              [t('staff.risk.live'), countText(data.progress.live)],
              [t('staff.risk.append'), secondsText(data.progress.appendSeconds)],
              [t('staff.risk.lag'), secondsText(data.progress.storedSeconds)],
              [t('staff.risk.stored_behind'), countText(Math.max(0, data.progress.live - data.progress.stored))],
              [t('staff.risk.records_behind'), countText(Math.max(0, data.progress.live - data.progress.records))],
            ]}
          />
        ) : (
          <Waiting error={error} onRetry={refetch} />
        )}
      </Panel>
      {data && (
        <>
          <Differences />
          <Custody />
          <Comparisons />
          <Contracts rows={data.contracts} />
          <Largest rows={data.largest} ownStaff={ownStaff} />
          <Options rows={data.options} />
          <Cover title={t('staff.risk.option_cover')} rows={data.optionCover} />
          <Cover title={t('staff.risk.earn_cover')} rows={data.earnCover} />
          <Feeds rows={data.feeds} />
        </>
      )}
    </>
  );
}

/** Without a mark price the open interest has no known value. */
function CapMark({ used, cap }: { used: string | null; cap: string }) {
  const { t } = useTexts();
  if (used === null) return <Mark kind="level" text={t('staff.risk.no_mark')} />;
  return compare(used, cap) >= 0 ? (
    <Mark kind="bad" text={t('staff.risk.full')} />
  ) : (
    <Mark kind="good" text={t('staff.risk.within')} />
  );
}

function Contracts({ rows }: { rows: RiskBoard['contracts'] }) {
  const { t, numbers } = useTexts();
  type Row = RiskBoard['contracts'][number];
  return (
    <RiskTable<Row>
      title={t('staff.section.contracts')}
      rows={rows}
      keyOf={({ market }) => market}
      columns={[
        { key: 'market', title: t('positions.contract'), isFixed: true, render: ({ label }) => <b>{label}</b> },
        { key: 'quote', title: t('staff.asset'), render: ({ quote }) => quote },
        amountColumn('long', t('positions.long'), ({ long }) => long),
        amountColumn('short', t('positions.short'), ({ short }) => short),
        amountColumn('cap', t('perp.open_interest_max'), ({ openInterestMax }) => openInterestMax),
        {
          ...{ key: 'positions', title: t('positions.tab.positions'), isEnd: true },
          render: ({ positions }) => numbers.exact(String(positions)),
        },
        amountColumn('insurance', t('staff.house.insurance'), ({ insurance }) => insurance),
        {
          ...{ key: 'state', title: t('staff.state'), isFixed: true },
          render: ({ long, openInterestMax }) => <CapMark used={long} cap={openInterestMax} />,
        },
      ]}
    />
  );
}

/** Distance to liquidation; marked below a twentieth of the mark price. */
function Distance({ distance }: { distance: string }) {
  const { numbers } = useTexts();
  const text = numbers.narrowPercent(distance);
  return compare(distance, NEAR) < 0 ? <Mark kind="bad" text={text} /> : text;
}

function Largest({ rows, ownStaff }: { rows: RiskBoard['largest']; ownStaff: OwnStaff }) {
  const { t, numbers } = useTexts();
  const users = pathOf(ownStaff, 'users');
  const wayTo = (userId: number) => (ownStaff.role === 'admin' ? `${users}/${userId}` : `${users}?user=${userId}`);
  return (
    <RiskTable<RiskBoard['largest'][number]>
      title={t('staff.risk.largest')}
      rows={rows}
      keyOf={({ contract }) => contract}
      columns={[
        {
          ...{ key: 'contract', title: t('positions.contract'), isFixed: true },
          render: ({ label, contract }) => (
            <>
              <b>{label}</b> #{contract}
            </>
          ),
        },
        {
          ...{ key: 'user', title: t('staff.user.id') },
          render: ({ userId }) => (maySee(ownStaff, 'users') ? <Link to={wayTo(userId)}>{userId}</Link> : userId),
        },
        {
          ...{ key: 'side', title: t('staff.positions.side'), isFixed: true },
          render: ({ side }) => <span data-direction={side === 'long' ? 'up' : 'down'}>{t(`positions.${side}`)}</span>,
        },
        amountColumn('value', t('staff.risk.value'), ({ value }) => value),
        { key: 'quote', title: t('staff.asset'), render: ({ quote }) => quote },
        {
          ...{ key: 'liquidation', title: t('staff.risk.liquidation'), isEnd: true },
          render: ({ liquidationPrice }) => (liquidationPrice === null ? '–' : numbers.exact(liquidationPrice)),
        },
        {
          ...{ key: 'distance', title: t('staff.risk.distance'), isEnd: true },
          render: ({ distance }) => (distance === null ? '–' : <Distance distance={distance} />),
        },
      ]}
    />
  );
}

function Options({ rows }: { rows: RiskBoard['options'] }) {
  const { t } = useTexts();
  type Row = RiskBoard['options'][number];
  return (
    <RiskTable<Row>
      title={t('menu.second')}
      rows={rows}
      keyOf={({ symbol }) => symbol}
      columns={[
        { key: 'symbol', title: t('option.product'), isFixed: true, render: ({ label }) => <b>{label}</b> },
        { key: 'asset', title: t('staff.asset'), render: ({ asset }) => asset },
        amountColumn('up', t('option.open.up'), ({ up }) => up),
        amountColumn('down', t('option.open.down'), ({ down }) => down),
        amountColumn('side', t('option.caps.side'), ({ sideMax }) => sideMax),
        amountColumn('total', t('option.caps.total'), ({ totalMax }) => totalMax),
        {
          ...{ key: 'state', title: t('staff.state'), isFixed: true },
          render: ({ up, down, sideMax }) => <CapMark used={compare(up, down) > 0 ? up : down} cap={sideMax} />,
        },
      ]}
    />
  );
}

function Cover({ title, rows }: { title: string; rows: RiskBoard['optionCover'] }) {
  const { t } = useTexts();
  type Row = RiskBoard['optionCover'][number];
  return (
    <RiskTable<Row>
      title={title}
      rows={rows}
      keyOf={({ asset }) => asset}
      columns={[
        { key: 'asset', title: t('staff.asset'), isFixed: true, render: ({ asset }) => <b>{asset}</b> },
        amountColumn('held', t('option.cover.held'), ({ held }) => held),
        amountColumn('promised', t('option.cover.promised'), ({ promised }) => promised),
      ]}
    />
  );
}

function Feeds({ rows }: { rows: RiskBoard['feeds'] }) {
  const { t, numbers } = useTexts();
  return (
    <RiskTable<RiskBoard['feeds'][number]>
      title={t('staff.index')}
      rows={rows}
      keyOf={({ symbol }) => symbol}
      columns={[
        { key: 'symbol', title: t('staff.market'), isFixed: true, render: ({ symbol }) => <b>{symbol}</b> },
        {
          ...{ key: 'price', title: t('staff.price'), isEnd: true },
          render: ({ price }) => (price === null ? '–' : numbers.exact(price)),
        },
        { key: 'at', title: t('staff.time'), render: ({ at }) => (at === null ? '–' : dateAndTime(at)) },
        {
          ...{ key: 'sources', title: t('staff.risk.sources'), isEnd: true },
          render: ({ sources, sourcesMin }) => `${sources} / ${sourcesMin}`,
        },
        {
          ...{ key: 'state', title: t('staff.state'), isFixed: true },
          render: ({ isStale }) =>
            isStale ? (
              <Mark kind="bad" text={t('staff.risk.stale')} />
            ) : (
              <Mark kind="good" text={t('staff.risk.fresh')} />
            ),
        },
      ]}
    />
  );
}
