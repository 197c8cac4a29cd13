import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { COMMON_TEXTS } from '../../platform/i18n/messages';
import { Messages } from '../../platform/messages/messages';
import { HourlyMessages } from './hourly-messages';
import type { OrderNotice } from '../../products/spot/notifications/follower';

const USER = 10_000_001;
const OTHER = 10_000_002;
const HOUR = 3_600_000;
const MAX = 3;

let dataDir: string;
let database: Database<ExchangeTables>;
let messages: Messages;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'order-messages-'));
  database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
  messages = new Messages(database, () => 1, COMMON_TEXTS);
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** As after a start: earlier messages are known from the stored ones. */
const started = () => new HourlyMessages(database, messages.notify.bind(messages), MAX);

function filled(order: number, user = USER): OrderNotice {
  const facts = { market: 'BTC-USDT', side: 'buy' as const, base: 'BTC', quote: 'USDT', amount: '1', total: '2' };
  return { user, key: 'order.filled', facts: { order: String(order), ...facts }, order };
}

async function stored(user = USER): Promise<string[]> {
  const request = { onlyUnread: false, pageIndex: 1, pageSize: 100 };
  const { records } = await messages.list(user, request, 'en');
  return records.map(({ key, facts }) => `${key} ${facts.order ?? facts.told}`).reverse();
}

describe('messages about orders', () => {
  it('are limited per hour, with one more that says so', async () => {
    const orders = started();
    for (let order = 1; order <= 1_000; order++) await orders.notify('orders', filled(order), order, HOUR * 5 + order);
    expect(await stored()).toEqual(['order.filled 1', 'order.filled 2', 'order.filled 3', 'orders.more 3']);
    await orders.notify('orders', filled(2_000, OTHER), 2_000, HOUR * 5 + 2_000);
    expect(await stored(OTHER)).toEqual(['order.filled 2000']);
    await orders.notify('orders', filled(2_001), 2_001, HOUR * 6);
    expect((await stored()).at(-1)).toBe('order.filled 2001');
  });

  it('are equal when repeated from any position', async () => {
    const orders = started();
    for (let order = 1; order <= 5; order++) await orders.notify('orders', filled(order), order, HOUR + order);
    const once = await stored();
    for (let place = 1; place <= 5; place++) {
      const again = started();
      for (let order = place; order <= 5; order++) await again.notify('orders', filled(order), order, HOUR + order);
    }
    expect(await stored()).toEqual(once);
  });

  it('of two users over the limit each get their own last one', async () => {
    const orders = started();
    for (let order = 1; order <= 10; order++)
      await orders.notify('orders', filled(order, order % 2 ? USER : OTHER), order, HOUR);
    expect((await stored()).at(-1)).toBe('orders.more 3');
    expect((await stored(OTHER)).at(-1)).toBe('orders.more 3');
  });

  it('are counted apart from those about second contracts', async () => {
    const orders = started();
    for (let order = 1; order <= 10; order++) await orders.notify('orders', filled(order), order, HOUR);
    const facts = { market: 'BTC-USDT', asset: 'USDT', amount: '1000' };
    for (let contract = 1; contract <= 10; contract++) {
      const told = {
        user: USER,
        key: 'option.lost' as const,
        facts: { ...facts, contract: String(contract) },
        contract,
      };
      await orders.notify('options', told, contract, HOUR);
    }
    const keys = (await stored()).map((line) => line.split(' ')[0]);
    const lost = ['option.lost', 'option.lost', 'option.lost', 'options.more'];
    expect(keys).toEqual(['order.filled', 'order.filled', 'order.filled', 'orders.more', ...lost]);
  });
});
