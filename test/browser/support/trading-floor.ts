/** An exchange with content: markets, a book, trades, and a user with orders, balances and a withdrawal. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ApplicationOptions } from '../../../server/application';
import { HttpExchange, type Person } from '../../tools/people/http-exchange';

/** `BUILT_CLIENT` selects another build; `npm test` uses its own. */
export const BUILT_CLIENT = path.resolve(process.env.BUILT_CLIENT ?? path.resolve(__dirname, '../../../dist/client'));
export const MARKET = 'BTC-USDT';

export interface TradingFloor {
  exchange: HttpExchange;
  admin: Person;
  /** Her orders make up the book. */
  maker: Person;
  /** He has balances, open and ended orders, and a withdrawal. */
  trader: Person;
}

/** Serves the built client from the exchange as in production; codes are read from the outbox, as no mail is sent. */
export async function openExchange(
  env: Record<string, string> = {},
  options: ApplicationOptions = {},
): Promise<HttpExchange> {
  if (!existsSync(path.join(BUILT_CLIENT, 'index.html'))) throw new Error('the client is not built: npm run build');
  return HttpExchange.start(env, { ...options, client: BUILT_CLIENT });
}

export async function openTradingFloor(
  env: Record<string, string> = {},
  options: ApplicationOptions = {},
): Promise<TradingFloor> {
  const exchange = await openExchange(env, options);
  const admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await offerService(exchange, admin);
  const maker = await exchange.person('maker');
  const trader = await exchange.person('trader');
  for (const person of [maker, trader]) await exchange.verifyAndFund(admin, person, { USDT: '1000000', BTC: '10' });
  const floor = { exchange, admin, maker, trader };
  await makeHistory(floor);
  return floor;
}

export interface Wish {
  side: 'buy' | 'sell';
  price: string;
  quantity: string;
}

/** A limit order that must be accepted; returns its id and journal position. */
export async function place(
  exchange: HttpExchange,
  { ticket }: Person,
  wish: Wish,
): Promise<{ order: string; position: number }> {
  const body = { clientId: exchange.clientId(), market: MARKET, kind: 'limit', ...wish };
  const { code, data } = await exchange.post('/app/spot/place', body, ticket);
  if (code !== 'success') throw new Error(`order: ${code} ${JSON.stringify(data)}`);
  return data;
}

async function offerService(exchange: HttpExchange, admin: Person): Promise<void> {
  const settings = {
    online_service: 'https://help.test.example/',
    custom_line: 'oex-line',
    custom_whatsapp: '+100200',
  };
  for (const [key, value] of Object.entries(settings)) {
    const { code } = await exchange.withApproval(
      exchange.post('/admin/systemConfig/set', { key, value }, admin.ticket),
    );
    if (code !== 'success') throw new Error(`${key}: ${code}`);
  }
}

async function makeHistory({ exchange, maker, trader }: TradingFloor): Promise<void> {
  const both: Wish[] = [];
  for (let step = 1; step <= 12; step += 1) {
    both.push({ side: 'sell', price: (50_000 + step * 7.5).toFixed(2), quantity: `0.${10 + step}` });
    both.push({ side: 'buy', price: (50_000 - step * 7.5).toFixed(2), quantity: `0.${10 + step}` });
  }
  for (const wish of both) await place(exchange, maker, wish);
  await place(exchange, trader, { side: 'buy', price: '50007.50', quantity: '0.004' });
  await place(exchange, trader, { side: 'sell', price: '49992.50', quantity: '0.003' });
  await place(exchange, trader, { side: 'buy', price: '48000', quantity: '0.01' });
  const ended = await place(exchange, trader, { side: 'sell', price: '52000', quantity: '0.02' });
  await asked(exchange, '/app/spot/cancel', { order: ended.order }, trader);
  await withdraw(exchange, trader);
}

/** Withdraws 100 USDT through the engine: over HTTP it would need a fund password and an address book. */
async function withdraw(exchange: HttpExchange, { id: user }: Person): Promise<void> {
  const destination = { chain: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const command = { type: 'ApplyWithdrawal', user, asset: 'USDT', amount: 10_000_000_000n, ...destination } as const;
  const outcome = await exchange.application.exchange.engine.submit({ actor: `user/${user}`, command });
  if ('rejected' in outcome) throw new Error(`withdrawal: ${outcome.rejected}`);
}

async function asked(exchange: HttpExchange, at: string, body: object, person: Person): Promise<void> {
  const { code } = await exchange.post(at, { clientId: exchange.clientId(), ...body }, person.ticket);
  if (code !== 'success') throw new Error(`${at}: ${code}`);
}
