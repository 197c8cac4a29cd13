/**
 * The four kinds of events that make up nearly every batch, written out: the engine turns each into straight code, in half the
 * time of the walk over the table. The table stays the truth: a test holds each of them against it.
 */
import { encodeEntries, integer } from '../encoding';
import type { OrderCancelled, OrderPlaced, OrderRested, TradeExecuted } from './events';

export function encodeOrderPlaced(event: OrderPlaced): string {
  const { price, quantity, quoteAmount, trigger, quoted, robot, step, rule } = event;
  return (
    '{"type":"OrderPlaced","order":' +
    integer(event.order) +
    ',"user":' +
    integer(event.user) +
    ',"market":"' +
    event.market +
    '","side":"' +
    event.side +
    '","kind":"' +
    event.kind +
    '","timeInForce":"' +
    event.timeInForce +
    '","selfTrade":"' +
    event.selfTrade +
    (price === undefined ? '"' : '","price":' + integer(price)) +
    (quantity === undefined ? '' : ',"quantity":' + integer(quantity)) +
    (quoteAmount === undefined ? '' : ',"quoteAmount":"' + quoteAmount + '"') +
    (trigger === undefined ? '' : ',"trigger":' + integer(trigger)) +
    (quoted === undefined ? '' : ',"quoted":' + quoted) +
    (robot === undefined ? '' : ',"robot":' + integer(robot)) +
    (step === undefined ? '' : ',"step":' + integer(step)) +
    (rule === undefined ? '' : ',"rule":' + rule) +
    ',"disposition":"' +
    event.disposition +
    '","entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}

export function encodeTradeExecuted(event: TradeExecuted): string {
  const { makerOwes, takerOwes } = event;
  return (
    '{"type":"TradeExecuted","trade":' +
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
    ',"makerFee":"' +
    event.makerFee +
    '","takerFee":"' +
    event.takerFee +
    (makerOwes === undefined ? '"' : '","makerOwes":"' + makerOwes + '"') +
    (takerOwes === undefined ? '' : ',"takerOwes":"' + takerOwes + '"') +
    ',"entries":' +
    encodeEntries(event.entries) +
    '}'
  );
}

export function encodeOrderRested(event: OrderRested): string {
  return (
    '{"type":"OrderRested","order":' +
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
    '}'
  );
}

export function encodeOrderCancelled(event: OrderCancelled): string {
  return (
    '{"type":"OrderCancelled","order":' +
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
