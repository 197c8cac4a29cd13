/** What lists of stored contracts say of each row, in the panel under the chart and on the page of contract orders. */
import { Link } from 'react-router';
import type {
  ClosedPositionRecord,
  ContractFillRecord,
  FundingPaymentRecord,
} from '../../../../../../../shared/products/perpetual/wire';
import type { StopState } from '../../../../../../../shared/products/perpetual/stream';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../../shared/lib/numbers/format';
import { column, figure, fixed, timeColumn, type Column } from '../../../../../shared/ui/data-table/columns';
import { Two, useContractWords } from '../../../../../features/show-positions/position-words';

export function useFillColumns(): Column<ContractFillRecord>[] {
  const { say } = useTexts();
  const how = useContractWords();
  return [
    timeColumn('time', say('orderlist.time'), ({ at }) => at, { isFixed: true }),
    fixed('market', say('positions.contract'), ({ market, position, act }) => (
      <Two first={<b>{how.label(market)}</b>} second={how.act(act, position)} />
    )),
    figure('price', say('orderlist.price'), ({ market, price }) => how.price(market, price)),
    figure('quantity', say('orderlist.quantity'), ({ market, quantity, value }) => (
      <Two first={how.quantity(market, quantity)} second={how.money(market, value)} />
    )),
    figure('fee', say('orderlist.fee'), ({ market, fee }) => how.money(market, fee)),
    figure('profit', say('positions.profit'), ({ market, profit }) => how.signed(market, profit)),
    column('role', say('own.head.role'), ({ role }) => say(`orderlist.role.${role}`)),
  ];
}

export function useClosedColumns(): Column<ClosedPositionRecord>[] {
  const { say, numbers } = useTexts();
  const how = useContractWords();
  return [
    fixed('market', say('positions.contract'), ({ market, side, mode, leverage }) => (
      <Two
        first={<b>{how.label(market)}</b>}
        second={
          <>
            {how.side(side)} {say(`positions.mode.${mode}`)} {leverage}×
          </>
        }
      />
    )),
    fixed('closed', say('positions.closed_at'), ({ closedAt, openedAt }) => (
      <Two first={dateAndTime(closedAt)} second={dateAndTime(openedAt)} />
    )),
    figure('quantity', say('positions.size'), ({ market, quantity }) => how.quantity(market, quantity)),
    figure('prices', say('positions.prices'), ({ market, openPrice, closePrice }) => (
      <Two first={how.price(market, openPrice)} second={`→ ${how.price(market, closePrice)}`} />
    )),
    figure('profit', say('positions.profit'), ({ market, profit }) => how.signed(market, profit)),
    figure('fees', say('positions.fees'), ({ market, openFees, closeFees }) => (
      <Two first={how.money(market, openFees)} second={how.money(market, closeFees)} />
    )),
    figure('funding', say('positions.tab.funding'), ({ market, funding }) => how.signed(market, funding)),
    figure('result', say('positions.result'), ({ market, result, yield: rate }) => (
      <Two first={how.signed(market, result)} second={numbers.percent(rate)} />
    )),
    column('how', say('positions.closed_by'), ({ closeMode, liquidation }) => {
      const by = say(`positions.closed_by.${closeMode}`);
      if (liquidation === null) return by;
      return <Two first={by} second={<Link to={`/liquidation?id=${liquidation}`}>{say('positions.why')}</Link>} />;
    }),
  ];
}

export function useFundingColumns(): Column<FundingPaymentRecord>[] {
  const { say } = useTexts();
  const how = useContractWords();
  return [
    timeColumn('time', say('orderlist.time'), ({ dueAt }) => dueAt, { isFixed: true }),
    fixed('market', say('positions.contract'), ({ market, side }) => (
      <Two first={<b>{how.label(market)}</b>} second={how.side(side)} />
    )),
    figure('quantity', say('positions.size'), ({ market, quantity }) => how.quantity(market, quantity)),
    figure('rate', say('positions.rate'), ({ rate }) => how.rate(rate)),
    figure('amount', say('positions.margin.amount'), ({ market, amount }) => how.signed(market, amount)),
  ];
}

/** Of stops that are over: what they waited for, and why they no longer do. */
export function useEndedStopColumns(): Column<StopState>[] {
  const { say } = useTexts();
  const words = useServerWords();
  const how = useContractWords();
  return [
    fixed('market', say('positions.contract'), ({ market, position }) => (
      <Two first={<b>{how.label(market)}</b>} second={how.side(position)} />
    )),
    fixed('kind', say('orderlist.kind'), ({ kind }) => say(`positions.stop.${kind}`)),
    figure('trigger', say('orderlist.trigger'), ({ market, trigger, triggerBy }) => (
      <Two first={how.price(market, trigger)} second={say(`positions.look.${triggerBy}`)} />
    )),
    figure('price', say('orderlist.price'), ({ market, price }) =>
      price === null ? say('orderlist.at_market') : how.price(market, price),
    ),
    figure('quantity', say('orderlist.quantity'), ({ market, quantity }) =>
      quantity === null ? say('positions.stop.whole') : how.quantity(market, quantity),
    ),
    fixed('reason', say('orderlist.status'), ({ reason }) =>
      reason === 'filled' ? words('status', reason) : words('reason', reason ?? ''),
    ),
  ];
}
