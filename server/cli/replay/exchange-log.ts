/**
 * Reads a recorded exchange's order feed, one `<receipt time, ms> <message> <JSON>` per line. Orders become commands;
 * the exchange's own trades are only compared, never fed to the engine.
 */
import Big from 'big.js';

export type Recorded =
  | { type: 'order'; at: number; id: string; side: 'buy' | 'sell'; price: string; amount: string }
  | { type: 'removal'; at: number; id: string }
  | { type: 'trade'; at: number; price: string; amount: string }
  | { type: 'other'; at: number };

const LINE = /^(\d{1,16}) (\w+) (\{.*\})$/;
/** `order_type` of the feed. */
const BUY = 0;

interface Payload {
  id: number | string;
  price: number | string;
  amount: number | string;
  order_type: number;
}

/** True for the first line of such a recording. */
export function isExchangeLog(line: string): boolean {
  return LINE.test(line);
}

/** @throws with the line if it is not of the feed */
export function readRecorded(line: string, number: number): Recorded {
  const match = LINE.exec(line);
  if (!match) throw new Error(`line ${number} is not a line of an exchange log`);
  const at = Number(match[1]);
  const message = match[2];
  if (message !== 'order_created' && message !== 'order_deleted' && message !== 'trade') return { type: 'other', at };
  const payload = JSON.parse(match[3]) as Payload;
  const id = String(payload.id);
  if (message === 'order_deleted') return { type: 'removal', at, id };
  const price = decimal(payload.price);
  const amount = decimal(payload.amount);
  if (message === 'trade') return { type: 'trade', at, price, amount };
  return { type: 'order', at, id, side: payload.order_type === BUY ? 'buy' : 'sell', price, amount };
}

/** Canonical decimal: numbers of the feed have no trailing zeros, strings have them. */
function decimal(value: number | string): string {
  return new Big(value).toFixed();
}
