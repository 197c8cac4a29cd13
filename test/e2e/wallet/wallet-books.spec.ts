/** Books of an owner: withdrawal addresses, and account value. */
import { AddressBook } from '../../../server/products/wallet/api/address-book';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { HOUR_MS, TO, walletOf } from '../../tools/people/wallet';

const ELSEWHERE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
});
afterAll(() => exchange.stop());

const { head, someone, ready, listed, apply, staff, withdrawals } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => void (now += ms),
});

describe('address book', () => {
  it.each([
    ['not one', 'hello', 'chain.address.invalid'],
    ['one with a wrong checksum', TO.replace('aAeb', 'AAeb'), 'chain.address.invalid'],
    ['nobody’s', `0x${'0'.repeat(40)}`, 'chain.address.invalid'],
    ['of another chain', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'chain.address.invalid'],
  ])('rejects an address that is %s', async (_, address, code) => {
    const person = await ready();
    expect(await listed(person, address)).toMatchObject({ code });
    expect(await apply(person, '10', { address })).toMatchObject({ code });
  });

  it('lists addresses with labels, once each, up to the limit', async () => {
    const person = await ready();
    expect(await listed(person, TO.toLowerCase())).toMatchObject({ code: 'withdrawal.address.already.listed' });
    expect(await listed(person, ELSEWHERE, { fundPassword: 'wrong-one' })).toMatchObject({
      code: 'fund.password.wrong',
    });
    const { addressId, usableAt } = await expectSuccess(listed(person, ELSEWHERE, { label: 'exchange' }));
    expect(usableAt).toBe(now + 24 * HOUR_MS);
    const relabel = { addressId, label: 'other' };
    const other = await someone();
    const missing = { code: 'withdrawal.address.not.found' };
    expect(await exchange.post('/app/withdraw/labelAddress', relabel, other.ticket)).toMatchObject(missing);
    expect(await exchange.post('/app/withdraw/removeAddress', { addressId }, other.ticket)).toMatchObject(missing);
    await expectSuccess(exchange.post('/app/withdraw/labelAddress', relabel, person.ticket));
    const book = await expectSuccess(exchange.get('/app/withdraw/addresses', person.ticket));
    expect(book).toMatchObject({
      records: [
        { address: ELSEWHERE, label: 'other' },
        { address: TO, label: 'cold wallet', chainName: 'Ethereum (ERC-20)' },
      ],
    });
    await expectSuccess(exchange.post('/app/withdraw/removeAddress', { addressId }, person.ticket));
    expect((await expectSuccess(exchange.get('/app/withdraw/addresses', person.ticket))).records).toHaveLength(1);
  });

  it('holds a new address for one day from its addition', async () => {
    const person = await ready();
    const { usableAt } = await expectSuccess(listed(person, ELSEWHERE));
    expect(usableAt).toBe(now + 24 * HOUR_MS);
    now = usableAt - 1;
    const held = { code: 'withdrawal.address.held', data: { until: usableAt } };
    expect(await apply(person, '10', { address: ELSEWHERE })).toMatchObject(held);
    now = usableAt;
    await expectSuccess(apply(person, '10', { address: ELSEWHERE }));
  });

  it('holds no more addresses than the limit', async () => {
    const small = await HttpExchange.start({ LIMIT_WITHDRAWAL_ADDRESSES_PER_USER_MAX: '3' }, { clock: () => now });
    try {
      const person = await small.person('collector');
      const book = small.application.nest.get(AddressBook);
      const list = (number: number) =>
        book.addToBook(person.id, {
          chain: 'ERC20',
          address: `0x${String(number).padStart(40, '1')}`,
          label: `n${number}`,
        });
      for (const number of [1, 2, 3]) await list(number);
      await expect(list(4)).rejects.toMatchObject({ code: 'withdrawal.addresses.too.many', facts: { maximum: 3 } });
      const { records } = await expectSuccess(small.get('/app/withdraw/addresses', person.ticket));
      expect(records.map(({ label }: Json) => label)).toEqual(['n3', 'n2', 'n1']);
      await expectSuccess(
        small.post('/app/withdraw/removeAddress', { addressId: records[0].addressId }, person.ticket),
      );
      await list(4);
    } finally {
      await small.stop();
    }
  });
});

describe('account value', () => {
  it('is stated in USDT and BTC, by account', async () => {
    const person = await someone();
    await exchange.verifyAndFund(admin, person, { USDT: '1000', BTC: '2', USD: '50' });
    await expectSuccess(
      exchange.post(
        '/app/transfer/apply',
        { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'contract', amount: '400' },
        person.ticket,
      ),
    );
    const worth = await expectSuccess(exchange.get(`/app/assets/valuation?minPosition=${head()}`, person.ticket));
    expect(worth.total).toEqual({ usdt: '101050', btc: '2.021' });
    expect(worth.accounts).toEqual([
      { account: 'spot', usdt: '100600', btc: '2.012' },
      { account: 'contract', usdt: '400', btc: '0.008' },
      { account: 'financial', usdt: '0', btc: '0' },
      { account: 'option', usdt: '0', btc: '0' },
      { account: 'legal', usdt: '50', btc: '0.001' },
    ]);
    expect(worth.assets).toHaveLength(4);
  });

  it('is recorded daily', async () => {
    const person = await someone();
    await exchange.verifyAndFund(admin, person, { USDT: '100' });
    now += 48 * HOUR_MS;
    await exchange.fund(person, 'USDT', '11');
    const { records } = await expectSuccess(
      exchange.get(`/app/assets/history?days=4&minPosition=${head()}`, person.ticket),
    );
    expect(records.map(({ usdt }: Json) => usdt)).toEqual(['0', '100', '100', '111']);
    expect(records.at(-1)).toMatchObject({ at: now, btc: '0.00222' });
    // No profit: the money came from outside.
    expect(records.map(({ flow }: Json) => flow.usdt)).toEqual(['0', '100', '0', '11']);
    await expectSuccess(
      exchange.post(
        '/app/transfer/apply',
        { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'financial', amount: '40' },
        person.ticket,
      ),
    );
    const flowOf = async (query: string) => {
      const { records: days } = await expectSuccess(
        exchange.get(`/app/assets/history?days=1&minPosition=${head()}${query}`, person.ticket),
      );
      return days.map(({ usdt, flow }: Json) => [usdt, flow.usdt, flow.btc]);
    };
    expect(await flowOf('&account=spot')).toEqual([['71', '-29', '-0.00058']]);
    expect(await flowOf('&account=financial')).toEqual([['40', '40', '0.0008']]);
    expect(await flowOf('')).toEqual([['111', '11', '0.00022']]);
    expect(records.map(({ day }: Json) => day)).toEqual([...records.map(({ day }: Json) => day)].sort());
  });

  it('is exported in a file whose sums agree under every filter', async () => {
    const person = await ready('1000');
    for (const amount of ['10', '20.25', '30']) await expectSuccess(apply(person, amount));
    const [, middle] = await withdrawals(person);
    await expectSuccess(staff(admin, 'reject', { withdrawal: middle.withdrawal, reason: 'test' }));
    const file = async (query: string) => {
      const at = `/app/assets/export?minPosition=${head()}${query}`;
      const { headers, bytes } = await exchange.file(at, person.ticket);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      return rowsOf(bytes.toString('utf8'));
    };
    for (const query of ['', '&label=withdrawal_apply', `&from=${now - HOUR_MS}`, `&to=${now}`, '&account=spot']) {
      const rows = await file(query);
      expect(rows.length).toBeGreaterThan(1);
      expectFooting(rows);
    }
    const rows = await file('&label=withdrawal_apply');
    expect(rows.map(({ row }) => row)).toEqual(['opening', 'record', 'record', 'record', 'other', 'closing']);
    expect(rows.at(-1)).toMatchObject({ availableAfter: '959', frozenAfter: '41' });
    const stranger = await exchange.get('/app/assets/export', (await someone()).ticket);
    expect([stranger.status, stranger.code]).toEqual([404, 'data.none']);
    const refused = await exchange.get('/app/assets/export');
    expect(refused).toMatchObject({ code: 'login.user.not.login' });
  });
});

type Row = Record<string, string>;

function rowsOf(text: string): Row[] {
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const columns = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [columns[index], value])));
}

/** Opening balance plus changes equals the closing balance in each column. */
function expectFooting(rows: Row[]): void {
  let sums = { available: 0, frozen: 0, locked: 0 };
  for (const row of rows) {
    if (row.row === 'opening') {
      const { availableAfter, frozenAfter, lockedAfter } = row;
      sums = { available: Number(availableAfter), frozen: Number(frozenAfter), locked: Number(lockedAfter) };
    } else if (row.row === 'closing') {
      expect(Number(row.availableAfter)).toBeCloseTo(sums.available, 8);
      expect(Number(row.frozenAfter)).toBeCloseTo(sums.frozen, 8);
      expect(Number(row.lockedAfter)).toBeCloseTo(sums.locked, 8);
    } else {
      sums.available += Number(row.availableChange);
      sums.frozen += Number(row.frozenChange);
      sums.locked += Number(row.lockedChange);
    }
  }
}
