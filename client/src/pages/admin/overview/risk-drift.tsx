/** The ledger against what lies on chains, and against everything else that should say the same. */
import type { DriftBoard } from '../../../../../shared/wire/desk';
import { useDriftQuery } from '../../../entities/staff/drift-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { differenceOf } from '../../../shared/lib/numbers/exact';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Amount, RoundedAmount } from '../../../shared/ui/figures/amount';
import { Facts } from '../../../shared/ui/figures/facts';
import { Mark } from '../../../shared/ui/figures/mark';
import { comparedWith } from './drift-words';
import { amountColumn, RiskTable } from './risk-table';
import styles from './risk-drift.module.css';
import { DRIFT_POLL_MS } from './stop-banner';

type CustodyRow = DriftBoard['custody'][number];
type DifferenceRow = DriftBoard['differences'][number];
type ComparisonRow = DriftBoard['comparisons'][number];

const POLLING = { pollingInterval: DRIFT_POLL_MS };

/** Nothing of it while there is none. */
export function Differences() {
  const { say } = useTexts();
  const { data } = useDriftQuery(undefined, POLLING);
  if (!data?.stopped) return null;
  return (
    <RiskTable<DifferenceRow>
      title={say('staff.drift.differences')}
      rows={data.differences}
      keyOf={({ difference }) => difference}
      columns={[
        { key: 'number', title: '#', isFixed: true, render: ({ difference }) => difference },
        {
          ...{ key: 'comparison', title: say('staff.drift.comparison') },
          render: ({ comparison }) => comparedWith(say, comparison),
        },
        {
          ...{ key: 'subject', title: say('staff.drift.what'), isFixed: true },
          render: ({ subject }) => <span className={styles.subject}>{subject ?? '–'}</span>,
        },
        { key: 'asset', title: say('staff.asset'), render: ({ asset }) => asset },
        {
          ...{ key: 'expected', title: say('staff.drift.expected'), isEnd: true },
          render: ({ expected, asset }) => (expected === null ? '–' : <Amount of={expected} asset={asset} />),
        },
        {
          ...{ key: 'found', title: say('staff.drift.found'), isEnd: true },
          render: ({ found, asset }) => (found === null ? '–' : <Amount of={found} asset={asset} />),
        },
        {
          ...{ key: 'difference', title: say('staff.drift.difference'), isEnd: true },
          render: (row) => <Between {...row} />,
        },
        { key: 'at', title: say('staff.drift.since'), render: ({ at }) => dateAndTime(at) },
      ]}
    />
  );
}

function Between({ expected, found, asset }: Pick<CustodyRow, 'expected' | 'found' | 'asset'>) {
  if (expected === null || found === null) return '–';
  return <Amount of={differenceOf(found, expected)} asset={asset} isSigned />;
}

export function Custody() {
  const { say } = useTexts();
  const { data } = useDriftQuery(undefined, POLLING);
  const carried = (data?.custody ?? []).filter(({ chain }) => chain !== null);
  const byHand = (data?.custody ?? []).filter(({ chain }) => chain === null);
  return (
    <RiskTable<CustodyRow>
      title={say('staff.drift.custody')}
      rows={carried}
      keyOf={({ chain, asset }) => `${chain ?? ''}/${asset}`}
      columns={[
        { key: 'asset', title: say('staff.asset'), isFixed: true, render: ({ asset }) => <b>{asset}</b> },
        { key: 'chain', title: say('staff.drift.chain'), render: ({ chain }) => chain },
        amountColumn('expected', say('staff.drift.expected'), ({ expected }) => expected),
        amountColumn('found', say('staff.drift.on_chain'), ({ found }) => found),
        amountColumn('fees', say('staff.drift.fees'), ({ fees }) => fees),
        amountColumn('under_way', say('staff.drift.under_way'), ({ underWay }) => underWay),
        {
          ...{ key: 'difference', title: say('staff.drift.difference'), isEnd: true },
          render: ({ expected, fees, ...row }) => (
            <Between {...row} expected={expected === null ? null : differenceOf(expected, fees)} />
          ),
        },
        amountColumn('uncredited', say('staff.drift.uncredited'), ({ uncredited }) => uncredited),
        {
          ...{ key: 'state', title: say('staff.state'), isFixed: true },
          render: ({ agrees, why }) => (
            <Standing state={why !== null ? 'unknown' : agrees ? 'agrees' : 'differs'} why={why} />
          ),
        },
      ]}
    >
      {byHand.length > 0 && (
        <div className={styles.below}>
          <h3>{say('staff.drift.by_hand')}</h3>
          <Facts
            facts={byHand.map(({ asset, expected }) => [asset, <RoundedAmount key={asset} of={expected ?? '0'} />])}
          />
        </div>
      )}
    </RiskTable>
  );
}

export function Comparisons() {
  const { say, numbers } = useTexts();
  const { data } = useDriftQuery(undefined, POLLING);
  return (
    <RiskTable<ComparisonRow>
      title={say('staff.drift.comparisons')}
      rows={data?.comparisons ?? []}
      keyOf={({ comparison }) => comparison}
      columns={[
        {
          ...{ key: 'comparison', title: say('staff.drift.comparison'), isFixed: true },
          render: ({ comparison }) => comparedWith(say, comparison),
        },
        {
          ...{ key: 'position', title: say('staff.drift.position'), isEnd: true },
          render: ({ position }) => (position === null ? '–' : numbers.exact(String(position))),
        },
        { key: 'at', title: say('staff.time'), render: ({ at }) => (at === null ? '–' : dateAndTime(at)) },
        {
          ...{ key: 'state', title: say('staff.state'), isFixed: true },
          render: ({ state, why }) => <Standing state={state} why={why} />,
        },
      ]}
    >
      {data && (
        <div className={styles.below}>
          <h3>{say('staff.drift.last_round')}</h3>
          <p>{data.lastRoundAt === null ? '–' : dateAndTime(data.lastRoundAt)}</p>
        </div>
      )}
    </RiskTable>
  );
}

/** What cannot be compared says why; that there is nothing to compare with is no fault. */
function Standing({ state, why }: Pick<ComparisonRow, 'state' | 'why'>) {
  const { say } = useTexts();
  if (state === 'agrees') return <Mark kind="good" text={say('staff.drift.agrees')} />;
  if (state === 'differs') return <Mark kind="bad" text={say('staff.drift.differs')} />;
  const kind = why === 'away' || why === 'behind' || why === 'disagree' ? 'warning' : 'level';
  return <Mark kind={kind} text={say(why === null ? 'staff.drift.unknown' : `staff.drift.${why}`)} />;
}
