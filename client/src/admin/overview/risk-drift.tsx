/** Reconciliation of the ledger with funds on chains and with other records. */
import type { DriftBoard } from '../../../../shared/wire/desk';
import { useDriftQuery } from '../api/drift-api';
import { useTexts } from '../../kit/i18n/use-texts';
import { differenceOf } from '../../kit/lib/numbers/exact';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Amount, RoundedAmount } from '../../kit/ui/figures/amount';
import { Facts } from '../../kit/ui/figures/facts';
import { Mark } from '../../kit/ui/figures/mark';
import { comparedWith } from './drift-words';
import { amountColumn, RiskTable } from './risk-table';
import styles from './risk-drift.module.css';
import { DRIFT_POLL_MS } from './stop-banner';

type CustodyRow = DriftBoard['custody'][number];
type DifferenceRow = DriftBoard['differences'][number];
type ComparisonRow = DriftBoard['comparisons'][number];

const POLLING = { pollingInterval: DRIFT_POLL_MS };

/** Renders nothing unless withdrawals are stopped. */
export function Differences() {
  const { t } = useTexts();
  const { data } = useDriftQuery(undefined, POLLING);
  if (!data?.stopped) return null;
  return (
    <RiskTable<DifferenceRow>
      title={t('staff.drift.differences')}
      rows={data.differences}
      keyOf={({ difference }) => difference}
      columns={[
        { key: 'number', title: '#', isFixed: true, render: ({ difference }) => difference },
        {
          ...{ key: 'comparison', title: t('staff.drift.comparison') },
          render: ({ comparison }) => comparedWith(t, comparison),
        },
        {
          ...{ key: 'subject', title: t('staff.drift.what'), isFixed: true },
          render: ({ subject }) => <span className={styles.subject}>{subject ?? '–'}</span>,
        },
        { key: 'asset', title: t('staff.asset'), render: ({ asset }) => asset },
        {
          ...{ key: 'expected', title: t('staff.drift.expected'), isEnd: true },
          render: ({ expected, asset }) => (expected === null ? '–' : <Amount amount={expected} asset={asset} />),
        },
        {
          ...{ key: 'found', title: t('staff.drift.found'), isEnd: true },
          render: ({ found, asset }) => (found === null ? '–' : <Amount amount={found} asset={asset} />),
        },
        {
          ...{ key: 'difference', title: t('staff.drift.difference'), isEnd: true },
          render: (row) => <Between {...row} />,
        },
        { key: 'at', title: t('staff.drift.since'), render: ({ at }) => dateAndTime(at) },
      ]}
    />
  );
}

function Between({ expected, found, asset }: Pick<CustodyRow, 'expected' | 'found' | 'asset'>) {
  if (expected === null || found === null) return '–';
  return <Amount amount={differenceOf(found, expected)} asset={asset} isSigned />;
}

export function Custody() {
  const { t } = useTexts();
  const { data } = useDriftQuery(undefined, POLLING);
  const carried = (data?.custody ?? []).filter(({ chain }) => chain !== null);
  const byHand = (data?.custody ?? []).filter(({ chain }) => chain === null);
  return (
    <RiskTable<CustodyRow>
      title={t('staff.drift.custody')}
      rows={carried}
      keyOf={({ chain, asset }) => `${chain ?? ''}/${asset}`}
      columns={[
        { key: 'asset', title: t('staff.asset'), isFixed: true, render: ({ asset }) => <b>{asset}</b> },
        { key: 'chain', title: t('staff.drift.chain'), render: ({ chain }) => chain },
        amountColumn('expected', t('staff.drift.expected'), ({ expected }) => expected),
        amountColumn('found', t('staff.drift.on_chain'), ({ found }) => found),
        amountColumn('fees', t('staff.drift.fees'), ({ fees }) => fees),
        amountColumn('under_way', t('staff.drift.under_way'), ({ underWay }) => underWay),
        {
          ...{ key: 'difference', title: t('staff.drift.difference'), isEnd: true },
          render: ({ expected, fees, ...row }) => (
            <Between {...row} expected={expected === null ? null : differenceOf(expected, fees)} />
          ),
        },
        amountColumn('uncredited', t('staff.drift.uncredited'), ({ uncredited }) => uncredited),
        {
          ...{ key: 'state', title: t('staff.state'), isFixed: true },
          render: ({ agrees, why: reason }) => (
            <Standing state={reason !== null ? 'unknown' : agrees ? 'agrees' : 'differs'} why={reason} />
          ),
        },
      ]}
    >
      {byHand.length > 0 && (
        <div className={styles.below}>
          <h3>{t('staff.drift.by_hand')}</h3>
          <Facts
            details={byHand.map(({ asset, expected }) => [
              asset,
              <RoundedAmount key={asset} amount={expected ?? '0'} />,
            ])}
          />
        </div>
      )}
    </RiskTable>
  );
}

export function Comparisons() {
  const { t, numbers } = useTexts();
  const { data } = useDriftQuery(undefined, POLLING);
  return (
    <RiskTable<ComparisonRow>
      title={t('staff.drift.comparisons')}
      rows={data?.comparisons ?? []}
      keyOf={({ comparison }) => comparison}
      columns={[
        {
          ...{ key: 'comparison', title: t('staff.drift.comparison'), isFixed: true },
          render: ({ comparison }) => comparedWith(t, comparison),
        },
        {
          ...{ key: 'position', title: t('staff.drift.position'), isEnd: true },
          render: ({ position }) => (position === null ? '–' : numbers.exact(String(position))),
        },
        { key: 'at', title: t('staff.time'), render: ({ at }) => (at === null ? '–' : dateAndTime(at)) },
        {
          ...{ key: 'state', title: t('staff.state'), isFixed: true },
          render: ({ state, why: reason }) => <Standing state={state} why={reason} />,
        },
      ]}
    >
      {data && (
        <div className={styles.below}>
          <h3>{t('staff.drift.last_round')}</h3>
          <p>{data.lastRoundAt === null ? '–' : dateAndTime(data.lastRoundAt)}</p>
        </div>
      )}
    </RiskTable>
  );
}

/** State of a comparison, or the reason why it could not run. Having nothing to compare is not a fault. */
function Standing({ state, why: reason }: Pick<ComparisonRow, 'state' | 'why'>) {
  const { t } = useTexts();
  if (state === 'agrees') return <Mark kind="good" text={t('staff.drift.agrees')} />;
  if (state === 'differs') return <Mark kind="bad" text={t('staff.drift.differs')} />;
  const kind = reason === 'away' || reason === 'behind' || reason === 'disagree' ? 'warning' : 'level';
  return <Mark kind={kind} text={t(reason === null ? 'staff.drift.unknown' : `staff.drift.${reason}`)} />;
}
