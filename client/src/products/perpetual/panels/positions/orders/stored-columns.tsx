/** Columns of stored contract records, for the panel under the chart and the contract orders page. */
import { Link } from 'react-router';
import type {
  ClosedPositionRecord,
  ContractFillRecord,
  FundingPaymentRecord,
} from '../../../../../../../shared/products/perpetual/records';
import type { StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../../kit/lib/numbers/format';
import { column, figure, fixed, timeColumn, type Column } from '../../../../../kit/ui/data-table/columns';
import { TwoLines, useContractFormat } from '../../../../../kit/positions/position-format';

export function useFillColumns(): Column<ContractFillRecord>[] {
  const { t } = useTexts();
  const format = useContractFormat();
  return [
    timeColumn('time', t('orderlist.time'), ({ at }) => at, { isFixed: true }),
    fixed('market', t('positions.contract'), ({ market, position, act }) => (
      <TwoLines first={<b>{format.label(market)}</b>} second={format.act(act, position)} />
    )),
    figure('price', t('orderlist.price'), ({ market, price }) => format.price(market, price)),
    figure('quantity', t('orderlist.quantity'), ({ market, quantity, value }) => (
      <TwoLines first={format.quantity(market, quantity)} second={format.money(market, value)} />
    )),
    figure('fee', t('orderlist.fee'), ({ market, fee }) => format.money(market, fee)),
    figure('profit', t('positions.profit'), ({ market, profit }) => format.signed(market, profit)),
    column('role', t('own.head.role'), ({ role }) => t(`orderlist.role.${role}`)),
  ];
}

export function useClosedColumns(): Column<ClosedPositionRecord>[] {
  const { t, numbers } = useTexts();
  const format = useContractFormat();
  return [
    fixed('market', t('positions.contract'), ({ market, side, mode, leverage }) => (
      <TwoLines
        first={<b>{format.label(market)}</b>}
        second={
          <>
            {format.side(side)} {t(`positions.mode.${mode}`)} {leverage}×
          </>
        }
      />
    )),
    fixed('closed', t('positions.closed_at'), ({ closedAt, openedAt }) => (
      <TwoLines first={dateAndTime(closedAt)} second={dateAndTime(openedAt)} />
    )),
    figure('quantity', t('positions.size'), ({ market, quantity }) => format.quantity(market, quantity)),
    figure('prices', t('positions.prices'), ({ market, openPrice, closePrice }) => (
      <TwoLines first={format.price(market, openPrice)} second={`→ ${format.price(market, closePrice)}`} />
    )),
    figure('profit', t('positions.profit'), ({ market, profit }) => format.signed(market, profit)),
    figure('fees', t('positions.fees'), ({ market, openFees, closeFees }) => (
      <TwoLines first={format.money(market, openFees)} second={format.money(market, closeFees)} />
    )),
    figure('funding', t('positions.tab.funding'), ({ market, funding }) => format.signed(market, funding)),
    figure('result', t('positions.result'), ({ market, result, yield: rate }) => (
      <TwoLines first={format.signed(market, result)} second={numbers.percent(rate)} />
    )),
    column('how', t('positions.closed_by'), ({ closeMode, liquidation }) => {
      const closeModeText = t(`positions.closed_by.${closeMode}`);
      if (liquidation === null) return closeModeText;
      return (
        <TwoLines
          first={closeModeText}
          second={<Link to={`/liquidation?id=${liquidation}`}>{t('positions.why')}</Link>}
        />
      );
    }),
  ];
}

export function useFundingColumns(): Column<FundingPaymentRecord>[] {
  const { t } = useTexts();
  const format = useContractFormat();
  return [
    timeColumn('time', t('orderlist.time'), ({ dueAt }) => dueAt, { isFixed: true }),
    fixed('market', t('positions.contract'), ({ market, side }) => (
      <TwoLines first={<b>{format.label(market)}</b>} second={format.side(side)} />
    )),
    figure('quantity', t('positions.size'), ({ market, quantity }) => format.quantity(market, quantity)),
    figure('rate', t('positions.rate'), ({ rate }) => format.rate(rate)),
    figure('amount', t('positions.margin.amount'), ({ market, amount }) => format.signed(market, amount)),
  ];
}

/** Ended stops: their triggers and why they ended. */
export function useEndedStopColumns(): Column<StopState>[] {
  const { t } = useTexts();
  const serverText = useServerWords();
  const format = useContractFormat();
  return [
    fixed('market', t('positions.contract'), ({ market, position }) => (
      <TwoLines first={<b>{format.label(market)}</b>} second={format.side(position)} />
    )),
    fixed('kind', t('orderlist.kind'), ({ kind }) => t(`positions.stop.${kind}`)),
    figure('trigger', t('orderlist.trigger'), ({ market, trigger, triggerBy }) => (
      <TwoLines first={format.price(market, trigger)} second={t(`positions.look.${triggerBy}`)} />
    )),
    figure('price', t('orderlist.price'), ({ market, price }) =>
      price === null ? t('orderlist.at_market') : format.price(market, price),
    ),
    figure('quantity', t('orderlist.quantity'), ({ market, quantity }) =>
      quantity === null ? t('positions.stop.whole') : format.quantity(market, quantity),
    ),
    fixed('reason', t('orderlist.status'), ({ reason }) =>
      reason === 'filled' ? serverText('status', reason) : serverText('reason', reason ?? ''),
    ),
  ];
}
