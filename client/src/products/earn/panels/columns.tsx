/** Lists of purchases show every field of a record. */
import type { ReactNode } from 'react';
import type { FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';
import { useEarnWords } from '../api/earn-words';
import { miningStatusAt, statusAt } from '../api/standing';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { useServerTime } from '../../../shared/stream/server-time';
import type { Column } from '../../../shared/ui/data-table/columns';
import styles from './manage-earn.module.css';

interface Kind<Row> {
  status: (row: Row) => ReactNode;
  rate: readonly [title: TextKey, of: (row: Row) => number];
  /** The coin in which incomes are paid. */
  coinOf: (row: Row) => string;
  starts: TextKey;
  expires: TextKey;
}

/** Columns of both kinds; between them stand those of one. */
function useHoldingColumns<Row extends FinancialHolding | MiningHolding>(kind: Kind<Row>) {
  const { say } = useTexts();
  const how = useEarnWords();
  const { status, rate, coinOf, starts, expires } = kind;
  const [rateTitle, rateOf] = rate;
  const income = (key: 'expected' | 'generated'): Column<Row> => ({
    ...{ key, title: say(`earn.${key}`), isEnd: true },
    render: (row) => how.money(row[key], coinOf(row)),
  });
  const bought: Column<Row>[] = [
    {
      ...{ key: 'bought', title: say('earn.bought_at'), isFixed: true, sortBy: 'time' },
      render: ({ boughtAt }) => dateAndTime(boughtAt),
    },
    { key: 'product', title: say('earn.product'), isFixed: true, render: ({ name }) => <b>{name}</b> },
    { key: 'status', title: say('earn.status'), isFixed: true, render: status },
    {
      ...{ key: 'amount', title: say('earn.amount'), isEnd: true, sortBy: 'amount' },
      render: ({ amount, asset }) => how.money(amount, asset),
    },
    { key: 'rate', title: say(rateTitle), isEnd: true, render: (row) => how.percent(rateOf(row)) },
    { key: 'term', title: say('earn.term'), isEnd: true, render: ({ termDays }) => how.days(termDays) },
  ];
  const times: Column<Row>[] = [
    { key: 'starts', title: say(starts), sortBy: 'start', render: ({ startsAt }) => dateAndTime(startsAt) },
    { key: 'expires', title: say(expires), sortBy: 'expiry', render: ({ expiresAt }) => dateAndTime(expiresAt) },
  ];
  const number: Column<Row> = {
    ...{ key: 'number', title: say('earn.number'), isEnd: true },
    render: ({ purchase }) => purchase,
  };
  return { bought, incomes: [income('expected'), income('generated')], times, number };
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
  const { bought, incomes, times } = useHoldingColumns(FINANCIAL);
  return [...bought, ...incomes, ...times];
}

/** Includes purchases that are over. */
export function useFinancialRecordColumns(): Column<FinancialHolding>[] {
  const { say } = useTexts();
  const { bought, incomes, times, number } = useHoldingColumns(FINANCIAL);
  const ended = { key: 'ended', title: say('earn.ended_at') };
  return [...[...bought, ...incomes, ...times], { ...ended, render: ({ endedAt }) => timeOrNone(endedAt) }, number];
}

const MINING: Kind<MiningHolding> = {
  status: (row) => <MiningState holding={row} />,
  rate: ['earn.rate.daily', ({ dailyRatePpb }) => dailyRatePpb],
  coinOf: ({ incomeAsset }) => incomeAsset,
  starts: 'mining.starts_at',
  expires: 'mining.ends',
};

export function useMiningColumns(): Column<MiningHolding>[] {
  const { say } = useTexts();
  const how = useEarnWords();
  const { bought, incomes, times, number } = useHoldingColumns(MINING);
  return [
    ...bought,
    {
      ...{ key: 'day', title: say('mining.a_day'), isEnd: true },
      render: ({ incomeADay, incomeAsset }) => how.money(incomeADay, incomeAsset),
    },
    ...incomes,
    { key: 'next', title: say('mining.next'), render: ({ nextPayoutAt }) => timeOrNone(nextPayoutAt) },
    { key: 'payout', title: say('mining.payout'), render: ({ payout }) => say(`mining.payout.${payout}`) },
    ...times,
    number,
  ];
}

function FinancialState({ holding }: { holding: FinancialHolding }) {
  const { say } = useTexts();
  const status = statusAt(holding, useServerTime());
  return <Status status={status} text={say(`financial.status.${status}`)} />;
}

function MiningState({ holding }: { holding: MiningHolding }) {
  const { say } = useTexts();
  const status = miningStatusAt(holding, useServerTime());
  return <Status status={status} text={say(`mining.status.${status}`)} />;
}

function Status({ status, text }: { status: string; text: string }) {
  return (
    <span className={styles.status} data-status={status}>
      {text}
    </span>
  );
}
