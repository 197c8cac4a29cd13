/** A day is over: until what it owes is paid, which happens between commands, and is there for whoever looks. */
import type { HttpExchange, Person } from './http-exchange';

const COMMANDS_MAX = 200;

export async function rebatesPaid(exchange: HttpExchange, admin: Person): Promise<void> {
  const { engine } = exchange.application.exchange;
  // A day later nobody is logged in any more.
  const again = { ...admin, ticket: await exchange.logIn(admin.email) };
  const next = () => exchange.capital(again, 'USDT', '1');
  await next();
  for (let count = 0; engine.state().referral.days.size > 0; count++) {
    if (count === COMMANDS_MAX) throw new Error('rebates of a day that is over are still owed');
    await next();
  }
  // What comes behind them is answered when they are durable.
  await next();
}
