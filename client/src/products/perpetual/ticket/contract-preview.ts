/** Preview lines of a contract order. */
import { scaleOf } from '../../../../../shared/rules/units';
import { closingOf } from '../../../kit/entities/contract/outcomes';
import { ratioOfPpb } from '../../../kit/entities/fee/rates';
import type { TextKey } from '../../../kit/i18n/i18n';
import { differenceOf, isAbove, productOf, quotientOf } from '../../../kit/lib/numbers/exact';
import type { PreviewLine } from '../../../kit/entities/order/ticket/ticket-kind';
import { quantityOf, type ContractDraft } from './contract-draft';
import { bookSide, entryOf, nearest, type ContractContext } from './contract-context';
import { closedQuantityNow, estimateOf, estimatedOpening, priceOf, sizeTermsOf } from './contract-foresight';
import { STOP_LABELS, stopsOf } from './contract-stops';

const MONEY_DIGITS_MIN = 2;
const RATIO_DIGITS = 4;

export function preview(draft: ContractDraft, context: ContractContext): PreviewLine[] {
  const { market, act, outcome, side, position, mark, closeTarget } = context;
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  const estimate = estimateOf(quantity, context);
  const at = estimate?.averagePrice ?? priceOf(draft, context);
  const onTick = at === null ? null : nearest(at, market.tick);
  const digits = Math.max(MONEY_DIGITS_MIN, scaleOf(market.tick));
  const price = (name: TextKey, amount: string | null, isEstimate = false): PreviewLine => ({
    ...{ name, amount, asset: null, digits: scaleOf(market.tick), isEstimate },
  });
  const money = (name: TextKey, amount: string | null, isEstimate = false): PreviewLine => ({
    ...{ name, amount, asset: market.quote, digits, isEstimate },
  });
  const slippage =
    estimate?.averagePrice && mark !== null ? slippageOf(estimate.averagePrice, mark, bookSide(context)) : null;
  const filled: PreviewLine[] = estimate
    ? [
        {
          ...price('place.average', estimate.averagePrice, true),
          ...(slippage === null ? {} : { rate: { kind: 'ratio' as const, value: slippage, asset: '' } }),
          ...(estimate.isPartial && estimate.averagePrice !== null ? { note: 'place.thin' as const } : {}),
        },
      ]
    : [];
  const isKnown = quantity !== null && onTick !== null && isAbove(quantity, '0');
  const value = isKnown ? productOf(quantity, onTick) : null;
  const fee: PreviewLine = {
    ...money('place.fee', null, true),
    rate: { kind: 'ratio', value: ratioOfPpb(outcome.takerPpb), asset: '' },
  };
  if (act === 'close') {
    const closing =
      isKnown && position
        ? closingOf(outcome, {
            side,
            quantity,
            price: nearest(entryOf(position, market), market.tick),
            closePrice: onTick,
          })
        : null;
    const validClosing = closing?.kind === 'closing' ? closing : null;
    return [
      ...filled,
      money('ticket.value', value),
      money('ticket.profit', validClosing?.profit ?? null, true),
      { ...fee, amount: validClosing?.closeFee ?? null },
    ];
  }
  const opening = isKnown ? estimatedOpening(quantity, draft, context) : null;
  const validOpening = opening?.kind === 'opening' ? opening : null;
  const closed = closeTarget && isKnown ? closedQuantityNow(quantity, onTick, draft, context) : null;
  const closing =
    closeTarget && closed !== null && isAbove(closed, '0') && onTick !== null
      ? closingOf(outcome, {
          ...{ side: closeTarget.position.side, quantity: closed, closePrice: onTick },
          price: nearest(entryOf(closeTarget.position, market), market.tick),
        })
      : null;
  const stops = stopsOf(draft, context).map(({ name, trigger, terms }): PreviewLine => {
    const won =
      trigger !== null && isKnown && terms.entry !== null
        ? closingOf(outcome, { side, quantity, price: terms.entry, closePrice: trigger })
        : null;
    return {
      ...price(STOP_LABELS[name], trigger, terms.stopsBy !== 'price'),
      ...(won?.kind === 'closing' ? { rate: { kind: 'amount', value: won.profit, asset: market.quote } } : {}),
    };
  });
  return [
    ...filled,
    ...(closing?.kind === 'closing' ? [money('ticket.profit', closing.profit, true)] : []),
    money('ticket.value', value),
    money('ticket.margin', validOpening?.margin ?? null, estimate !== null),
    money('place.cost', validOpening?.total ?? null, estimate !== null),
    { ...fee, amount: validOpening?.fee ?? null },
    price('ticket.liquidation', validOpening?.liquidationPrice ?? null, true),
    price('ticket.bankruptcy', validOpening?.bankruptcyPrice ?? null, true),
    ...stops,
  ];
}

/** How much worse than the mark, as a ratio; null if it is not worse. */
function slippageOf(average: string, mark: string, side: 'buy' | 'sell'): string | null {
  const worse = side === 'buy' ? differenceOf(average, mark) : differenceOf(mark, average);
  return isAbove(worse, '0') ? quotientOf(worse, mark, RATIO_DIGITS) : null;
}
