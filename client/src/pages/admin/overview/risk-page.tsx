/** What could cost the exchange something: exposure against its caps, cover, the largest positions, feeds, and how fresh what is read is. */
import { Link } from 'react-router';
import type { RiskBoard } from '../../../../../shared/wire/desk';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useRiskBoardQuery } from '../../../entities/staff/orders-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Facts } from '../../../shared/ui/figures/facts';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { Comparisons, Custody, Differences } from './risk-drift';
import { amountColumn, RiskTable } from './risk-table';
import { pathOf, sees } from '../parts/sections';
import { Refresh } from '../parts/refresh';

const POLL_MS = 10_000;
const SECONDS_DIGITS = 3;
const NEAR = '0.05';

export function RiskPage({ own }: { own: OwnStaff }) {
  const { say, numbers } = useTexts();
  const { data, error, refetch } = useRiskBoardQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
  });
  const whole = (count: number) => numbers.exact(String(count));
  const seconds = (of: number | null) =>
    of === null
      ? '–'
      : say('staff.risk.seconds', { seconds: numbers.fixed(of.toFixed(SECONDS_DIGITS), SECONDS_DIGITS) });
  return (
    <>
      <Panel
        title={say('staff.section.risk')}
        lead={say('staff.risk.lead')}
        level={1}
        actions={<Refresh onPress={refetch} />}
      >
        {data ? (
          <Facts
            facts={[
              [say('staff.risk.as_of'), dateAndTime(data.at)],
              [say('staff.risk.live'), whole(data.progress.live)],
              [say('staff.risk.append'), seconds(data.progress.appendSeconds)],
              [say('staff.risk.lag'), seconds(data.progress.storedSeconds)],
              [say('staff.risk.stored_behind'), whole(Math.max(0, data.progress.live - data.progress.stored))],
              [say('staff.risk.records_behind'), whole(Math.max(0, data.progress.live - data.progress.records))],
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
          <Largest rows={data.largest} own={own} />
          <Options rows={data.options} />
          <Cover title={say('staff.risk.option_cover')} rows={data.optionCover} />
          <Cover title={say('staff.risk.earn_cover')} rows={data.earnCover} />
          <Feeds rows={data.feeds} />
        </>
      )}
    </>
  );
}

/** Before there is a mark nobody knows what is open is worth. */
function CapMark({ used, cap }: { used: string | null; cap: string }) {
  const { say } = useTexts();
  if (used === null) return <Mark kind="level" text={say('staff.risk.no_mark')} />;
  return compare(used, cap) >= 0 ? (
    <Mark kind="bad" text={say('staff.risk.full')} />
  ) : (
    <Mark kind="good" text={say('staff.risk.within')} />
  );
}

function Contracts({ rows }: { rows: RiskBoard['contracts'] }) {
  const { say, numbers } = useTexts();
  type Row = RiskBoard['contracts'][number];
  return (
    <RiskTable<Row>
      title={say('staff.section.contracts')}
      rows={rows}
      keyOf={({ market }) => market}
      columns={[
        { key: 'market', title: say('positions.contract'), isFixed: true, render: ({ label }) => <b>{label}</b> },
        { key: 'quote', title: say('staff.asset'), render: ({ quote }) => quote },
        amountColumn('long', say('positions.long'), ({ long }) => long),
        amountColumn('short', say('positions.short'), ({ short }) => short),
        amountColumn('cap', say('perp.open_interest_max'), ({ openInterestMax }) => openInterestMax),
        {
          ...{ key: 'positions', title: say('positions.tab.positions'), isEnd: true },
          render: ({ positions }) => numbers.exact(String(positions)),
        },
        amountColumn('insurance', say('staff.house.insurance'), ({ insurance }) => insurance),
        {
          ...{ key: 'state', title: say('staff.state'), isFixed: true },
          render: ({ long, openInterestMax }) => <CapMark used={long} cap={openInterestMax} />,
        },
      ]}
    />
  );
}

/** Below a twentieth of the mark in the colour of what is near. */
function Distance({ of: distance }: { of: string }) {
  const { numbers } = useTexts();
  const text = numbers.narrowPercent(distance);
  return compare(distance, NEAR) < 0 ? <Mark kind="bad" text={text} /> : text;
}

function Largest({ rows, own }: { rows: RiskBoard['largest']; own: OwnStaff }) {
  const { say, numbers } = useTexts();
  const users = pathOf(own, 'users');
  const wayTo = (userId: number) => (own.role === 'admin' ? `${users}/${userId}` : `${users}?user=${userId}`);
  return (
    <RiskTable<RiskBoard['largest'][number]>
      title={say('staff.risk.largest')}
      rows={rows}
      keyOf={({ contract }) => contract}
      columns={[
        {
          ...{ key: 'contract', title: say('positions.contract'), isFixed: true },
          render: ({ label, contract }) => (
            <>
              <b>{label}</b> #{contract}
            </>
          ),
        },
        {
          ...{ key: 'user', title: say('staff.user.id') },
          render: ({ userId }) => (sees(own, 'users') ? <Link to={wayTo(userId)}>{userId}</Link> : userId),
        },
        {
          ...{ key: 'side', title: say('staff.positions.side'), isFixed: true },
          render: ({ side }) => (
            <span data-direction={side === 'long' ? 'up' : 'down'}>{say(`positions.${side}`)}</span>
          ),
        },
        amountColumn('value', say('staff.risk.value'), ({ value }) => value),
        { key: 'quote', title: say('staff.asset'), render: ({ quote }) => quote },
        {
          ...{ key: 'liquidation', title: say('staff.risk.liquidation'), isEnd: true },
          render: ({ liquidationPrice }) => (liquidationPrice === null ? '–' : numbers.exact(liquidationPrice)),
        },
        {
          ...{ key: 'distance', title: say('staff.risk.distance'), isEnd: true },
          render: ({ distance }) => (distance === null ? '–' : <Distance of={distance} />),
        },
      ]}
    />
  );
}

function Options({ rows }: { rows: RiskBoard['options'] }) {
  const { say } = useTexts();
  type Row = RiskBoard['options'][number];
  return (
    <RiskTable<Row>
      title={say('menu.second')}
      rows={rows}
      keyOf={({ symbol }) => symbol}
      columns={[
        { key: 'symbol', title: say('option.product'), isFixed: true, render: ({ label }) => <b>{label}</b> },
        { key: 'asset', title: say('staff.asset'), render: ({ asset }) => asset },
        amountColumn('up', say('option.open.up'), ({ up }) => up),
        amountColumn('down', say('option.open.down'), ({ down }) => down),
        amountColumn('side', say('option.caps.side'), ({ sideMax }) => sideMax),
        amountColumn('total', say('option.caps.total'), ({ totalMax }) => totalMax),
        {
          ...{ key: 'state', title: say('staff.state'), isFixed: true },
          render: ({ up, down, sideMax }) => <CapMark used={compare(up, down) > 0 ? up : down} cap={sideMax} />,
        },
      ]}
    />
  );
}

function Cover({ title, rows }: { title: string; rows: RiskBoard['optionCover'] }) {
  const { say } = useTexts();
  type Row = RiskBoard['optionCover'][number];
  return (
    <RiskTable<Row>
      title={title}
      rows={rows}
      keyOf={({ asset }) => asset}
      columns={[
        { key: 'asset', title: say('staff.asset'), isFixed: true, render: ({ asset }) => <b>{asset}</b> },
        amountColumn('held', say('option.cover.held'), ({ held }) => held),
        amountColumn('promised', say('option.cover.promised'), ({ promised }) => promised),
      ]}
    />
  );
}

function Feeds({ rows }: { rows: RiskBoard['feeds'] }) {
  const { say, numbers } = useTexts();
  return (
    <RiskTable<RiskBoard['feeds'][number]>
      title={say('staff.index')}
      rows={rows}
      keyOf={({ symbol }) => symbol}
      columns={[
        { key: 'symbol', title: say('staff.market'), isFixed: true, render: ({ symbol }) => <b>{symbol}</b> },
        {
          ...{ key: 'price', title: say('staff.price'), isEnd: true },
          render: ({ price }) => (price === null ? '–' : numbers.exact(price)),
        },
        { key: 'at', title: say('staff.time'), render: ({ at }) => (at === null ? '–' : dateAndTime(at)) },
        {
          ...{ key: 'sources', title: say('staff.risk.sources'), isEnd: true },
          render: ({ sources, sourcesMin }) => `${sources} / ${sourcesMin}`,
        },
        {
          ...{ key: 'state', title: say('staff.state'), isFixed: true },
          render: ({ isStale }) =>
            isStale ? (
              <Mark kind="bad" text={say('staff.risk.stale')} />
            ) : (
              <Mark kind="good" text={say('staff.risk.fresh')} />
            ),
        },
      ]}
    />
  );
}
