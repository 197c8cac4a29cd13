/** The kinds of events that make up nearly every batch of perpetuals, written out as those of spot are. */
import { encodeEntries, integer } from '../encoding';
import type { PerpetualOrderCancelled, PerpetualOrderPlaced, PerpetualOrderRested, PerpetualTraded } from './events';

export function encodePlaced(event: PerpetualOrderPlaced): string {
  const { price, trigger, triggerBy, takeProfit, takeProfitBy, stopLoss, stopLossBy } = event;
  return (
    '{"type":"PerpetualOrderPlaced","order":' +
    integer(event.order) +
    ',"user":' +
    integer(event.user) +
    ',"market":"' +
    event.market +
    '","side":"' +
    event.side +
    '","position":"' +
    event.position +
    '","closes":' +
    event.closes +
    ',"kind":"' +
    event.kind +
    '","timeInForce":"' +
    event.timeInForce +
    '","selfTrade":"' +
    event.selfTrade +
    (price === undefined ? '"' : '","price":' + integer(price)) +
    ',"quantity":' +
    integer(event.quantity) +
    ',"level":' +
    integer(event.level) +
    ',"disposition":"' +
    event.disposition +
    (trigger === undefined ? '"' : '","trigger":' + integer(trigger)) +
    (triggerBy === undefined ? '' : ',"triggerBy":"' + triggerBy + '"') +
    (event.liquidation === undefined ? '' : ',"liquidation":' + integer(event.liquidation)) +
    (takeProfit === undefined ? '' : ',"takeProfit":' + integer(takeProfit)) +
    (takeProfitBy === undefined ? '' : ',"takeProfitBy":"' + takeProfitBy + '"') +
    (stopLoss === undefined ? '' : ',"stopLoss":' + integer(stopLoss)) +
    (stopLossBy === undefined ? '' : ',"stopLossBy":"' + stopLossBy + '"') +
    (event.against === undefined ? '' : ',"against":' + integer(event.against)) +
    ',"entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}

export function encodeRested(event: PerpetualOrderRested): string {
  return (
    '{"type":"PerpetualOrderRested","order":' +
    integer(event.order) +
    ',"user":' +
    integer(event.user) +
    ',"market":"' +
    event.market +
    '","side":"' +
    event.side +
    '","price":' +
    integer(event.price) +
    ',"quantity":' +
    integer(event.quantity) +
    (event.against === undefined ? '' : ',"against":' + integer(event.against)) +
    '}'
  );
}

export function encodeCancelled(event: PerpetualOrderCancelled): string {
  return (
    '{"type":"PerpetualOrderCancelled","order":' +
    integer(event.order) +
    ',"user":' +
    integer(event.user) +
    ',"market":"' +
    event.market +
    '","side":"' +
    event.side +
    '","price":' +
    integer(event.price) +
    ',"open":' +
    integer(event.open) +
    ',"rested":' +
    event.rested +
    ',"reason":"' +
    event.reason +
    '","entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}

export function encodeTraded(event: PerpetualTraded): string {
  const { makerReleased, takerReleased, takerMode } = event;
  return (
    '{"type":"PerpetualTraded","trade":' +
    integer(event.trade) +
    ',"market":"' +
    event.market +
    '","price":' +
    integer(event.price) +
    ',"quantity":' +
    integer(event.quantity) +
    ',"notional":"' +
    event.notional +
    '","takerSide":"' +
    event.takerSide +
    '","makerOrder":' +
    integer(event.makerOrder) +
    ',"takerOrder":' +
    integer(event.takerOrder) +
    ',"maker":' +
    integer(event.maker) +
    ',"taker":' +
    integer(event.taker) +
    ',"makerPosition":' +
    integer(event.makerPosition) +
    ',"takerPosition":' +
    integer(event.takerPosition) +
    (makerReleased === undefined ? '' : ',"makerReleased":"' + makerReleased + '"') +
    (takerReleased === undefined ? '' : ',"takerReleased":"' + takerReleased + '"') +
    ',"makerFee":"' +
    event.makerFee +
    '","takerFee":"' +
    event.takerFee +
    '","mark":' +
    integer(event.mark) +
    (takerMode === undefined ? '' : ',"takerMode":"' + takerMode + '"') +
    ',"entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}
