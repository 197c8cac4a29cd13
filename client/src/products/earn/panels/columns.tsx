/** Columns of purchase lists, which show every field of a record. */
import type { ReactNode } from 'react';
import type { FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';
import { useEarnFormat } from '../api/earn-format';
import { miningStatusAt, statusAt } from '../api/standing';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { useServerTime } from '../../../kit/stream/server-time';
import type { Column } from '../../../kit/ui/data-table/columns';
import styles from './manage-earn.module.css';

interface Kind<Row> {
  status: (row: Row) => ReactNode;
  rate: readonly [title: TextKey, of: (row: Row) => number];
  /** Asset in which income is paid. */
  coinOf: (row: Row) => string;
  starts: TextKey;
  expires: TextKey;
}

/** Shared columns; those of one kind go between them. */
function useHoldingColumns<Row extends FinancialHolding | MiningHolding>(kind: Kind<Row>) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const { status, rate, coinOf, starts, expires } = kind;
  const [rateTitle, rateOf] = rate;
  const income = (key: 'expected' | 'generated'): Column<Row> => ({
    ...{ key, title: t(`earn.${key}`), isEnd: true },
    render: (row) => format.money(row[key], coinOf(row)),
  });
  const purchaseColumns: Column<Row>[] = [
    {
      ...{ key: 'bought', title: t('earn.bought_at'), isFixed: true, sortBy: 'time' },
      render: ({ boughtAt }) => dateAndTime(boughtAt),
    },
    { key: 'product', title: t('earn.product'), isFixed: true, render: ({ name }) => <b>{name}</b> },
    { key: 'status', title: t('earn.status'), isFixed: true, render: status },
    {
      ...{ key: 'amount', title: t('earn.amount'), isEnd: true, sortBy: 'amount' },
      render: ({ amount, asset }) => format.money(amount, asset),
    },
    { key: 'rate', title: t(rateTitle), isEnd: true, render: (row) => format.percent(rateOf(row)) },
    { key: 'term', title: t('earn.term'), isEnd: true, render: ({ termDays }) => format.days(termDays) },
  ];
  const times: Column<Row>[] = [
    { key: 'starts', title: t(starts), sortBy: 'start', render: ({ startsAt }) => dateAndTime(startsAt) },
    { key: 'expires', title: t(expires), sortBy: 'expiry', render: ({ expiresAt }) => dateAndTime(expiresAt) },
  ];
  const number: Column<Row> = {
    ...{ key: 'number', title: t('earn.number'), isEnd: true },
    render: ({ purchase }) => purchase,
  };
  return { bought: purchaseColumns, incomes: [income('expected'), income('generated')], times, number };
}

const timeOrNone = (at: number | null) => (at === null ? '–' : dateAndTime(at));

const FINANCIAL: Kind<FinancialHolding> = {
  status: (row) => <FinancialState holding={row} />,
  rate: ['earn.rate.annual', ({ annualRatePpb }) => annualRatePpb],
  coinOf: ({ asset }) => asset,
  starts: 'financial.starts_at',
  expires: 'earn.expires_at',
};

export function useFinancialColumns(): Column<FinancialHolding>[] {
  const { bought: purchaseColumns, incomes, times } = useHoldingColumns(FINANCIAL);
  return [...purchaseColumns, ...incomes, ...times];
}

/** Includes ended purchases. */
export function useFinancialRecordColumns(): Column<FinancialHolding>[] {
  const { t } = useTexts();
  const { bought: purchaseColumns, incomes, times, number } = useHoldingColumns(FINANCIAL);
  const endColumn = { key: 'ended', title: t('earn.ended_at') };
  return [
    ...[...purchaseColumns, ...incomes, ...times],
    { ...endColumn, render: ({ endedAt }) => timeOrNone(endedAt) },
    number,
  ];
}

const MINING: Kind<MiningHolding> = {
  status: (row) => <MiningState holding={row} />,
  rate: ['earn.rate.daily', ({ dailyRatePpb }) => dailyRatePpb],
  coinOf: ({ incomeAsset }) => incomeAsset,
  starts: 'mining.starts_at',
  expires: 'mining.ends',
};

export function useMiningColumns(): Column<MiningHolding>[] {
  const { t } = useTexts();
  const format = useEarnFormat();
  const { bought: purchaseColumns, incomes, times, number } = useHoldingColumns(MINING);
  return [
    ...purchaseColumns,
    {
      ...{ key: 'day', title: t('mining.a_day'), isEnd: true },
      render: ({ incomeADay, incomeAsset }) => format.money(incomeADay, incomeAsset),
    },
    ...incomes,
    { key: 'next', title: t('mining.next'), render: ({ nextPayoutAt }) => timeOrNone(nextPayoutAt) },
    { key: 'payout', title: t('mining.payout'), render: ({ payout }) => t(`mining.payout.${payout}`) },
    ...times,
    number,
  ];
}

function FinancialState({ holding }: { holding: FinancialHolding }) {
  const { t } = useTexts();
  const status = statusAt(holding, useServerTime());
  return <Status status={status} text={t(`financial.status.${status}`)} />;
}

function MiningState({ holding }: { holding: MiningHolding }) {
  const { t } = useTexts();
  const status = miningStatusAt(holding, useServerTime());
  return <Status status={status} text={t(`mining.status.${status}`)} />;
}

function Status({ status, text }: { status: string; text: string }) {
  return (
    <span className={styles.status} data-status={status}>
      {text}
    </span>
  );
}
