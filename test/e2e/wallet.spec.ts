import { createHash } from 'node:crypto';
import { TOTP, Secret } from 'otpauth';
import type { SimulatedChain } from '../../server/platform/chains/simulated/simulated-chain';
import { VerifiedNames } from '../../server/platform/auth/verified-names';
import { HttpExchange, PASSWORD, type Answer, type Json, type Person } from '../tools/http-exchange';

const FUND_PASSWORD = 'horse-battery';
const HOUR_MS = 3_600_000;
const CARD = '6222 0212 3456 7894';
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ELSEWHERE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
/** USDT has six digits on the chain. */
const MILLION = 1_000_000n;

let exchange: HttpExchange;
let admin: Person;
let second: Person;
let now = 1_800_000_000_000;
let people = 0;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  second = await exchange.staff('admin', 'second-admin');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
});
afterAll(() => exchange.stop());

const parts = () => exchange.application.exchange;
const chainNamed = (name: string) => parts().chains.find(name) as SimulatedChain;
const ethereum = () => chainNamed('ERC20');
const head = () => exchange.headOfJournal().position;
/** What happens in the background happens here and now. */
async function turn(): Promise<void> {
  await parts().progress.waitFor(head(), 10_000);
  await parts().chainWork.turn();
}
async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    await parts().progress.waitFor(head(), 10_000);
    await parts().chainWork.mine();
  }
}

const someone = () => exchange.person(`someone-${++people}`);

async function done(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  expect({ code, data }).toMatchObject({ code: 'success' });
  return data;
}

const addressOf = async (person: Person, asset = 'USDT', chain = 'ERC20'): Promise<string> =>
  (await done(exchange.post('/app/recharge/address', { asset, chain }, person.ticket))).address;

async function recharges(person: Person): Promise<Json[]> {
  return (await done(exchange.post('/app/rechargerecord/list', { minPosition: head() }, person.ticket))).records;
}

async function available(person: Person, asset = 'USDT', account = 'spot'): Promise<string> {
  const query = `minPosition=${head()}&account=${account}`;
  const { balances } = await done(exchange.get(`/app/assets/balances?${query}`, person.ticket));
  return balances.find((one: Json) => one.asset === asset)?.available ?? '0';
}

async function frozen(person: Person, asset = 'USDT', account = 'spot'): Promise<string> {
  const query = `minPosition=${head()}&account=${account}`;
  const { balances } = await done(exchange.get(`/app/assets/balances?${query}`, person.ticket));
  return balances.find((one: Json) => one.asset === asset)?.frozen ?? '0';
}

async function messages(person: Person): Promise<string[]> {
  const last = head();
  for (let tries = 0; tries < 200; tries++) {
    const told = await parts().database.sql.selectFrom('followers').select('position').executeTakeFirst();
    if ((told?.position ?? -1) >= last) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { records } = await done(exchange.post('/app/message/list', {}, person.ticket));
  return records.map(({ key }: Json) => key);
}

/** Somebody with a fund password, an address that is old enough, and money. */
async function ready(usdt = '1000'): Promise<Person> {
  const person = await someone();
  await exchange.equip(admin, person, { USDT: usdt });
  const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
  await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
  await done(listed(person, TO));
  now += 25 * HOUR_MS;
  return person;
}

const listed = (person: Person, address: string, rest: object = {}) =>
  exchange.post(
    '/app/withdraw/addAddress',
    { chain: 'ERC20', address, label: 'cold wallet', fundPassword: FUND_PASSWORD, ...rest },
    person.ticket,
  );

const apply = (person: Person, amount: string, rest: object = {}) =>
  exchange.post(
    '/app/withdraw/apply',
    {
      clientId: exchange.clientId(),
      asset: 'USDT',
      amount,
      chain: 'ERC20',
      address: TO,
      fundPassword: FUND_PASSWORD,
      ...rest,
    },
    person.ticket,
  );

const staff = (person: Person, act: string, body: object) =>
  exchange.post(`/admin/withdraw/${act}`, { clientId: exchange.clientId(), ...body }, person.ticket);

async function withdrawals(person: Person, filters: object = {}): Promise<Json[]> {
  return (await done(exchange.post('/app/withdraw/list', { minPosition: head(), ...filters }, person.ticket))).records;
}

describe('money in', () => {
  it('says on which chains, and gives each user one address on each, for all its coins', async () => {
    const { records, bank } = await done(exchange.get('/app/recharge/chains'));
    expect(records).toMatchObject([
      { asset: 'BTC', chain: 'BTC', minimum: '0.001', confirmations: 12, simulated: true, chainName: 'Bitcoin' },
      { asset: 'ETH', chain: 'ERC20', decimals: 8 },
      { asset: 'USDT', chain: 'ERC20', minimum: '1', decimals: 6, faucetMaximum: '10000' },
    ]);
    expect(bank).toEqual([]);
    await turn();
    const [alice, bob] = [await someone(), await someone()];
    const address = await addressOf(alice);
    expect(await addressOf(alice)).toBe(address);
    expect(await addressOf(alice, 'ETH')).toBe(address);
    expect(await addressOf(bob)).not.toBe(address);
    expect(await addressOf(alice, 'BTC', 'BTC')).toMatch(/^tb1q/);
    const wrong = { asset: 'BTC', chain: 'ERC20' };
    expect(await exchange.post('/app/recharge/address', wrong, alice.ticket)).toMatchObject({ code: 'chain.unknown' });
  });

  it('is shown from its first confirmation on and credited at the twelfth, once', async () => {
    const person = await someone();
    const address = await addressOf(person);
    const transaction = await ethereum().send([{ asset: 'USDT', address, amount: 5n * MILLION }]);
    await turn();
    expect(await recharges(person)).toEqual([]);
    await mine(1);
    expect(await recharges(person)).toMatchObject([
      {
        asset: 'USDT',
        chain: 'ERC20',
        chainName: 'Ethereum (ERC-20)',
        address,
        reference: `ERC20/${transaction}/0`,
        amount: '5',
        quantity: '5',
        arrivedAmount: '0',
        status: 'recharging',
        confirmations: 1,
        needed: 12,
      },
    ]);
    await mine(10);
    expect(await recharges(person)).toMatchObject([{ confirmations: 11, status: 'recharging' }]);
    expect(await available(person)).toBe('0');
    await mine(1);
    expect(await recharges(person)).toMatchObject([{ confirmations: 12, status: 'success', arrivedAmount: '5' }]);
    await mine(3);
    expect(await available(person)).toBe('5');
    expect(await recharges(person)).toHaveLength(1);
    expect(await messages(person)).toEqual(['recharge.credited', 'recharge.seen']);
  });

  it('counts what equals the minimum, and neither credits nor returns less', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await ethereum().send([{ asset: 'USDT', address, amount: MILLION }]);
    await ethereum().send([{ asset: 'USDT', address, amount: MILLION - 1n }]);
    await mine(1);
    expect(await recharges(person)).toMatchObject([
      { amount: '0.999999', status: 'failure', reason: 'recharge.below.minimum' },
      { amount: '1', status: 'recharging' },
    ]);
    await mine(11);
    expect(await available(person)).toBe('1');
    expect(await messages(person)).toContain('recharge.failed');
  });

  it('keeps what is finer than the asset as dust', async () => {
    const person = await someone();
    const address = await addressOf(person, 'ETH');
    await ethereum().send([{ asset: 'ETH', address, amount: 10n ** 18n + 5n }]);
    // Dust alone is nothing that could be shown.
    await ethereum().send([{ asset: 'ETH', address, amount: 5n }]);
    await mine(12);
    expect(await recharges(person)).toMatchObject([
      { amount: '1', dust: '0.000000000000000005', quantity: '1.000000000000000005', arrivedAmount: '1' },
    ]);
  });

  it('credits both outputs of one transaction, each to whom it pays', async () => {
    const [alice, bob] = [await someone(), await someone()];
    const outputs = [await addressOf(alice), await addressOf(bob), await addressOf(alice)];
    await ethereum().send(
      outputs.map((address, index) => ({ asset: 'USDT', address, amount: BigInt(index + 2) * MILLION })),
    );
    await mine(12);
    expect(await available(alice)).toBe('6');
    expect(await available(bob)).toBe('3');
    expect(await recharges(alice)).toHaveLength(2);
  });

  it('is taken back when its block leaves the chain, and goes on under the same number when it comes again', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await ethereum().send([{ asset: 'USDT', address, amount: 7n * MILLION }]);
    const gone = await ethereum().send([{ asset: 'USDT', address, amount: 9n * MILLION }]);
    await mine(3);
    await ethereum().reorganise(3, [gone]);
    await turn();
    const [first, other] = (await recharges(person)).reverse();
    // Its block is the first of the new branch: four blocks stand on the old place of three.
    expect(first).toMatchObject({ amount: '7', status: 'recharging', confirmations: 4 });
    expect(other).toMatchObject({ amount: '9', status: 'failure', reason: 'recharge.retracted', confirmations: 0 });
    await mine(12);
    expect(await available(person)).toBe('7');
    expect(await messages(person)).toContain('recharge.retracted');
  });

  it('stays when it was credited, and staff are told that its block is gone', async () => {
    const person = await someone();
    const address = await addressOf(person);
    const transaction = await ethereum().send([{ asset: 'USDT', address, amount: 4n * MILLION }]);
    await mine(13);
    await ethereum().reorganise(13, [transaction]);
    await turn();
    expect(await available(person)).toBe('4');
    const { alarms } = await done(exchange.get('/admin/chain/status', admin.ticket));
    expect(alarms[0]).toMatchObject({ kind: 'credited_left_chain', reference: `ERC20/${transaction}/0` });
    expect(await (await fetch(`${exchange.url}/metrics`)).text()).toMatch(
      /exchange_chain_alarms_total\{kind="credited_left_chain"\} 1/,
    );
  });

  it('is credited once when a credited payment comes again in another block', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await ethereum().send([{ asset: 'USDT', address, amount: 4n * MILLION }]);
    await mine(13);
    await ethereum().reorganise(13);
    await turn();
    await mine(15);
    expect(await available(person)).toBe('4');
    expect(await recharges(person)).toMatchObject([{ status: 'success' }]);
  });

  it('goes on after a crash at any step between a block and the cursor', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await ethereum().send([{ asset: 'USDT', address, amount: 6n * MILLION }]);
    const { database } = parts();
    const before = await database.sql.selectFrom('chainCursors').selectAll().execute();
    await mine(1);
    // As if the process had ended when the journal had it and the cursor did not: the block is read again.
    const forget = async () => {
      await database.sql.deleteFrom('chainPayments').where('address', '=', address).execute();
      for (const { chain, height, hash } of before) {
        await database.sql.updateTable('chainCursors').set({ height, hash }).where('chain', '=', chain).execute();
        await database.sql.deleteFrom('chainBlocks').where('chain', '=', chain).where('height', '>', height).execute();
      }
    };
    await forget();
    await turn();
    expect(await recharges(person)).toMatchObject([{ confirmations: 1 }]);
    await mine(12);
    await forget();
    await turn();
    await mine(2);
    expect(await available(person)).toBe('6');
    expect(await recharges(person)).toHaveLength(1);
  });

  it('takes back what was told before a crash when its block is gone afterwards', async () => {
    const person = await someone();
    const address = await addressOf(person);
    const gone = await ethereum().send([{ asset: 'USDT', address, amount: 8n * MILLION }]);
    const { sql } = parts().database;
    const { height, hash } = await ethereum().tip();
    await mine(1);
    // As if the process had ended before the cursor moved.
    await sql.updateTable('chainCursors').set({ height, hash }).where('chain', '=', 'ERC20').execute();
    await sql.deleteFrom('chainBlocks').where('chain', '=', 'ERC20').where('height', '>', height).execute();
    await ethereum().reorganise(1, [gone]);
    await turn();
    expect(await recharges(person)).toMatchObject([{ status: 'failure', reason: 'recharge.retracted' }]);
    await mine(13);
    expect(await recharges(person)).toHaveLength(1);
  });

  it('goes on from the lowest block it remembers when more than that was replaced, and says so', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await ethereum().send([{ asset: 'USDT', address, amount: 3n * MILLION }]);
    await mine(2);
    const { height } = await ethereum().tip();
    const { sql } = parts().database;
    await sql
      .deleteFrom('chainBlocks')
      .where('chain', '=', 'ERC20')
      .where('height', '<', height - 1)
      .execute();
    await ethereum().reorganise(4);
    await turn();
    const { alarms } = await done(exchange.get('/admin/chain/status', admin.ticket));
    expect(alarms[0]).toMatchObject({ kind: 'reorganised_too_deep', facts: { from: String(height) } });
    await mine(12);
    expect(await available(person)).toBe('3');
    expect(await recharges(person)).toHaveLength(1);
  });

  it('waits, with an alarm, when it is of a coin without terms, and comes in when it gets some', async () => {
    const own = await HttpExchange.start({}, { clock: () => now });
    const boss = await own.staff('admin');
    const terms = { scale: 8, withdrawalFee: '1', withdrawalMin: '2' };
    for (const asset of ['USDT', 'ETH']) await own.act(boss, '/product/listAsset', { asset, ...terms });
    const set = (asset: string) =>
      own.act(boss, '/recharge/setTerms', { asset, chain: 'ERC20', minimum: '0.1', confirmations: 12 });
    const { position: minPosition } = await set('USDT');
    const person = await own.person('person');
    const { chains, chainWork, progress } = own.application.exchange;
    await progress.waitFor(minPosition, 10_000);
    await chainWork.turn();
    const asked = await own.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, person.ticket);
    const chain = chains.find('ERC20') as SimulatedChain;
    await chain.send([{ asset: 'ETH', address: asked.data.address, amount: 10n ** 18n }]);
    await chainWork.mine();
    const { data: status } = await own.get('/admin/chain/status', boss.ticket);
    expect(status.alarms).toMatchObject([
      { kind: 'observation_refused', facts: { asset: 'ETH', code: 'chain.unknown' } },
    ]);
    await set('ETH');
    for (let block = 0; block < 12; block++) await chainWork.mine();
    const list = { minPosition: own.headOfJournal().position };
    expect((await own.post('/app/rechargerecord/list', list, person.ticket)).data.records).toMatchObject([
      { asset: 'ETH', status: 'success', arrivedAmount: '1' },
    ]);
    await own.stop();
  });

  it('comes from the faucet of the demo, so much a day', async () => {
    const person = await someone();
    const ask = (amount: string, rest: object = {}) =>
      exchange.post('/app/recharge/faucet', { asset: 'USDT', chain: 'ERC20', amount, ...rest }, person.ticket);
    await done(ask('9999.5'));
    expect(await ask('1')).toMatchObject({ code: 'faucet.exhausted', data: { left: '0.5' } });
    expect(await ask('0')).toMatchObject({ code: 'amount.not.positive' });
    expect(await ask('0.0000001')).toMatchObject({ code: 'amount.too.precise', data: { digits: 6 } });
    expect(await ask('1', { chain: 'BTC' })).toMatchObject({ code: 'faucet.unavailable' });
    await done(ask('0.5'));
    await mine(12);
    expect(await available(person)).toBe('9999.5');
    now += 24 * HOUR_MS;
    await done(ask('1'));
  });

  it('comes by bank, with a reference that is the user’s own', async () => {
    const person = await someone();
    const ask = () => exchange.get('/app/recharge/bank?asset=USD', person.ticket);
    expect(await ask()).toMatchObject({ code: 'bank.transfer.unavailable' });
    const account = {
      bankName: 'First Bank',
      accountName: 'Open Exchange',
      accountNumber: '12 34',
      bankCode: 'FIRSTXX',
    };
    const set = (asset: string) => exchange.post('/admin/recharge/setBank', { asset, ...account }, admin.ticket);
    expect(await set('BTC')).toMatchObject({ code: 'bank.transfer.unavailable' });
    await done(set('USD'));
    expect(await done(ask())).toEqual({
      asset: 'USD',
      ...account,
      reference: expect.stringMatching(`^OX-${person.id}-\\d$`),
    });
    const credit = { userId: person.id, asset: 'USD', amount: '70.5', reference: 'bank/77' };
    await exchange.act(admin, '/recharge/credit', credit);
    expect(await available(person, 'USD', 'legal')).toBe('70.5');
  });

  it('comes by bank once, however staff write the number of the bank', async () => {
    const person = await someone();
    const credit = (reference: string) =>
      exchange.post(
        '/admin/recharge/credit',
        { clientId: exchange.clientId(), userId: person.id, asset: 'USD', amount: '5', reference },
        admin.ticket,
      );
    await done(credit('bank/ab 12'));
    for (const reference of ['bank/AB12', 'BANK/ab12', 'bank/a b 1 2']) {
      expect(await credit(reference)).toMatchObject({ code: 'recharge.already.credited' });
    }
    expect(await credit('bank/ ')).toMatchObject({ code: 'request.invalid' });
    await done(credit('bank/AB13'));
    expect((await recharges(person)).map(({ reference }) => reference)).toEqual(['bank/AB13', 'bank/AB12']);
  });
});

describe('where money may go', () => {
  it.each([
    ['not one', 'hello', 'chain.address.invalid'],
    ['one with a wrong checksum', TO.replace('aAeb', 'AAeb'), 'chain.address.invalid'],
    ['nobody’s', `0x${'0'.repeat(40)}`, 'chain.address.invalid'],
    ['of another chain', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'chain.address.invalid'],
  ])('takes no address that is %s', async (_, address, code) => {
    const person = await ready();
    expect(await listed(person, address)).toMatchObject({ code });
    expect(await apply(person, '10', { address })).toMatchObject({ code });
  });

  it('lists addresses with labels, once each and as many as the limit says', async () => {
    const person = await ready();
    expect(await listed(person, TO.toLowerCase())).toMatchObject({ code: 'withdrawal.address.already.listed' });
    expect(await listed(person, ELSEWHERE, { fundPassword: 'wrong-one' })).toMatchObject({
      code: 'fund.password.wrong',
    });
    const { addressId, usableAt } = await done(listed(person, ELSEWHERE, { label: 'exchange' }));
    expect(usableAt).toBe(now + 24 * HOUR_MS);
    const relabel = { addressId, label: 'other' };
    const other = await someone();
    const missing = { code: 'withdrawal.address.not.found' };
    expect(await exchange.post('/app/withdraw/labelAddress', relabel, other.ticket)).toMatchObject(missing);
    expect(await exchange.post('/app/withdraw/removeAddress', { addressId }, other.ticket)).toMatchObject(missing);
    await done(exchange.post('/app/withdraw/labelAddress', relabel, person.ticket));
    const book = await done(exchange.get('/app/withdraw/addresses', person.ticket));
    expect(book).toMatchObject({
      whitelistOnly: false,
      records: [
        { address: ELSEWHERE, label: 'other' },
        { address: TO, label: 'cold wallet', chainName: 'Ethereum (ERC-20)' },
      ],
    });
    await done(exchange.post('/app/withdraw/removeAddress', { addressId }, person.ticket));
    expect((await done(exchange.get('/app/withdraw/addresses', person.ticket))).records).toHaveLength(1);
  });

  it('holds a new address for a day from when it was first named, listed or not', async () => {
    const person = await ready();
    const held = { code: 'withdrawal.address.held', data: { until: now + 24 * HOUR_MS } };
    expect(await apply(person, '10', { address: ELSEWHERE })).toMatchObject(held);
    now += 12 * HOUR_MS;
    expect(await apply(person, '10', { address: ELSEWHERE })).toMatchObject(held);
    expect(await done(listed(person, ELSEWHERE))).toMatchObject({ usableAt: held.data.until });
    now += 12 * HOUR_MS - 1;
    expect(await apply(person, '10', { address: ELSEWHERE })).toMatchObject(held);
    now += 1;
    await done(apply(person, '10', { address: ELSEWHERE }));
  });

  describe('in a book of three', () => {
    let small: HttpExchange;
    let staffOfSmall: Person;
    let person: Person;
    beforeAll(async () => {
      const limits = { LIMIT_TICKET_HOURS_MAX: '100000', LIMIT_WITHDRAWAL_ADDRESSES_PER_USER_MAX: '3' };
      small = await HttpExchange.start(limits, { clock: () => now });
      staffOfSmall = await small.staff('admin');
      await small.listMarkets(staffOfSmall);
    });
    afterAll(() => small.stop());
    beforeEach(async () => {
      person = await small.person(`collector-${++people}`);
      await small.equip(staffOfSmall, person, { USDT: '1000' });
      const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
      await done(small.post('/app/security/fundPassword/set', set, person.ticket));
      now += 25 * HOUR_MS;
    });

    const address = (number: number) => `0x${String(number).padStart(40, '1')}`;
    const withFund = { fundPassword: FUND_PASSWORD, chain: 'ERC20' };
    const list = (number: number) =>
      small.post(
        '/app/withdraw/addAddress',
        { ...withFund, address: address(number), label: `n${number}` },
        person.ticket,
      );
    const tryOut = (number: number) => {
      const what = { clientId: small.clientId(), asset: 'USDT', amount: '10', address: address(number) };
      return small.post('/app/withdraw/apply', { ...withFund, ...what }, person.ticket);
    };
    const heldFrom = (at: number) => ({ code: 'withdrawal.address.held', data: { until: at + 24 * HOUR_MS } });
    const full = { code: 'withdrawal.addresses.too.many', data: { maximum: 3 } };

    it('the oldest that was only tried makes room, and is new again when it comes back', async () => {
      await done(list(1));
      const first = now;
      for (const number of [2, 3]) {
        now += HOUR_MS;
        expect(await tryOut(number)).toMatchObject(heldFrom(now));
      }
      now += HOUR_MS;
      expect(await tryOut(4)).toMatchObject(heldFrom(now));
      // The third is still known, and as old as it was.
      expect(await tryOut(3)).toMatchObject(heldFrom(first + 2 * HOUR_MS));
      // The second would be old enough by now, had it not made room.
      now = first + 25 * HOUR_MS + 1;
      expect(await tryOut(2)).toMatchObject(heldFrom(now));
      await done(tryOut(1));
    });

    it('listed ones stay for ever, and what is listed makes no more room than it takes', async () => {
      const at = now;
      expect(await tryOut(1)).toMatchObject(heldFrom(at));
      now += HOUR_MS;
      expect(await tryOut(2)).toMatchObject(heldFrom(now));
      await done(list(3));
      // It was tried before and is in the book already: nobody has to go for it.
      expect(await done(list(2))).toMatchObject({ usableAt: at + 25 * HOUR_MS });
      expect(await tryOut(1)).toMatchObject(heldFrom(at));
      await done(list(4));
      expect(await list(5)).toMatchObject(full);
      expect(await tryOut(1)).toMatchObject(full);
      const { records } = await done(small.get('/app/withdraw/addresses', person.ticket));
      expect(records.map(({ label }: Json) => label)).toEqual(['n4', 'n2', 'n3']);
    });

    it('one that money is on its way to stays until that has ended', async () => {
      const send = async (number: number): Promise<string> => {
        const { withdrawal, position } = await done(tryOut(number));
        await small.application.exchange.progress.waitFor(position, 10_000);
        return withdrawal;
      };
      for (const number of [1, 2, 3]) expect(await tryOut(number)).toMatchObject(heldFrom(now));
      now += 24 * HOUR_MS;
      await send(1);
      // The second makes room in place of the first, which stays as old as it is.
      expect(await tryOut(4)).toMatchObject(heldFrom(now));
      await send(1);
      await send(3);
      now += 24 * HOUR_MS;
      const withdrawal = await send(4);
      expect(await tryOut(5)).toMatchObject(full);
      const cancel = { clientId: small.clientId(), withdrawal };
      const { position } = await done(small.post('/app/withdraw/cancel', cancel, person.ticket));
      await small.application.exchange.progress.waitFor(position, 10_000);
      expect(await tryOut(5)).toMatchObject(heldFrom(now));
    });
  });

  it('allows listed addresses alone where the user wants it so, and waits a day when they no longer do', async () => {
    const person = await ready();
    const set = (body: object) => exchange.post('/app/withdraw/setWhitelistOnly', body, person.ticket);
    await done(set({ whitelistOnly: true }));
    expect(await apply(person, '10', { address: ELSEWHERE })).toMatchObject({ code: 'withdrawal.address.not.listed' });
    await done(apply(person, '10'));
    expect(await set({ whitelistOnly: false })).toMatchObject({ code: 'proof.required' });
    expect(await set({ whitelistOnly: false, fundPassword: 'wrong-one' })).toMatchObject({
      code: 'fund.password.wrong',
    });
    await done(set({ whitelistOnly: false, fundPassword: FUND_PASSWORD }));
    expect(await apply(person, '10')).toMatchObject({
      code: 'withdrawal.held',
      data: { until: now + 24 * HOUR_MS },
    });
    now += 24 * HOUR_MS;
    await done(apply(person, '10'));
  });
});

describe('money out', () => {
  it('asks for the fund password, and for a code once an authenticator is bound', async () => {
    const person = await someone();
    await exchange.equip(admin, person, { USDT: '1000' });
    expect(await apply(person, '10')).toMatchObject({ code: 'fund.password.not.set' });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
    expect(await apply(person, '10')).toMatchObject({ code: 'withdrawal.held' });
    await done(listed(person, TO));
    await done(exchange.post('/app/security/sendCode', { purpose: 'authenticator', channel: 'email' }, person.ticket));
    const begun = { password: PASSWORD, channel: 'email', code: await exchange.codeSentTo(person.email) };
    const { secret } = await done(exchange.post('/app/security/authenticator/begin', begun, person.ticket));
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
    await done(exchange.post('/app/security/authenticator/bind', { code: code() }, person.ticket));
    now += 25 * HOUR_MS;
    expect(await apply(person, '10', { fundPassword: 'wrong-one' })).toMatchObject({ code: 'fund.password.wrong' });
    expect(await apply(person, '10')).toMatchObject({ code: 'google.code.required' });
    expect(await apply(person, '10', { secondFactor: '000000' })).toMatchObject({ code: 'google.code.wrong' });
    const request = { clientId: exchange.clientId(), secondFactor: code() };
    const first = await done(apply(person, '10', request));
    // Its answer was lost: the same request is the same withdrawal, and its code is not spent twice.
    expect(await done(apply(person, '10', request))).toMatchObject({ withdrawal: first.withdrawal, repeated: true });
    expect(await apply(person, '11', request)).toMatchObject({ code: 'google.code.used' });
    expect(await withdrawals(person)).toHaveLength(1);
  });

  it('says its terms before, to the unit', async () => {
    const person = await ready('100');
    const quote = await done(exchange.get(`/app/withdraw/quote?asset=USDT&chain=ERC20`, person.ticket));
    expect(quote).toMatchObject({
      account: 'spot',
      available: '100',
      fee: '0.5',
      minimum: '2',
      decimals: 6,
      maximum: '99.5',
      price: '1',
      heldUntil: null,
      whitelistOnly: false,
      needsSecondFactor: false,
      hasFundPassword: true,
    });
    expect(quote.limit).toBe(quote.limitLeft);
    expect(await apply(person, '99.500001')).toMatchObject({ code: 'balance.insufficient' });
    expect(await apply(person, '10.0000001')).toMatchObject({ code: 'amount.too.precise', data: { digits: 6 } });
    expect(await apply(person, '1.999999')).toMatchObject({ code: 'withdrawal.too.small', data: { minimum: '2' } });
    await done(apply(person, '99.5'));
    const after = await done(
      exchange.get(`/app/withdraw/quote?asset=USDT&chain=ERC20&minPosition=${head()}`, person.ticket),
    );
    expect(Number(quote.limit) - Number(after.limitLeft)).toBe(99.5);
    expect(after.maximum).toBe('0');
  });

  it('keeps to the limit of a day, which begins anew at midnight in GMT+8', async () => {
    const person = await ready('100000000');
    const { limit } = await done(exchange.get('/app/withdraw/quote?asset=USDT', person.ticket));
    await done(apply(person, String(Number(limit) - 2)));
    expect(await apply(person, '3')).toMatchObject({ code: 'withdrawal.limit.exceeded', data: { left: '2' } });
    await done(apply(person, '2'));
    now += 24 * HOUR_MS;
    await done(apply(person, '3'));
  });

  it('goes from an application to a paid withdrawal by itself on the simulated chain, once', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    expect(await frozen(person)).toBe('30.5');
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'applied', shown: 'applied' }]);
    await done(staff(admin, 'approve', { withdrawal }));
    await turn();
    expect(await withdrawals(person)).toMatchObject([{ status: 'paying', shown: 'applied' }]);
    await mine(1);
    const [paid] = await withdrawals(person);
    expect(paid).toMatchObject({
      status: 'withdrawn',
      shown: 'withdrawn',
      chainName: 'Ethereum (ERC-20)',
      address: TO,
      reference: expect.stringMatching(/^ERC20\/0x[0-9a-f]{64}\/0$/),
    });
    await mine(3);
    const sent = await parts()
      .database.sql.selectFrom('simulatedPayments')
      .selectAll()
      .where('origin', '=', `ERC20/withdrawal/${withdrawal}`)
      .execute();
    expect(sent).toMatchObject([{ address: TO, amount: String(30n * MILLION) }]);
    expect(await available(person)).toBe('969.5');
    expect(await frozen(person)).toBe('0');
    expect((await messages(person)).slice(0, 3)).toEqual([
      'withdrawal.paid',
      'withdrawal.approved',
      'withdrawal.applied',
    ]);
  });

  it('is paid once when the payer is cut off between sending and saying so', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    await done(staff(admin, 'approve', { withdrawal }));
    await turn();
    // Sent, and the process ends before the core hears of it.
    const { database } = parts();
    await database.sql.deleteFrom('payouts').execute();
    await mine(1);
    await mine(2);
    const { total } = await database.sql
      .selectFrom('simulatedPayments')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('origin', '=', `ERC20/withdrawal/${withdrawal}`)
      .executeTakeFirstOrThrow();
    expect(total).toBe(1);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
  });

  it('needs two of staff above the limit, and neither the same one twice nor its own applicant', async () => {
    const person = await ready('100000');
    const { withdrawal } = await done(apply(person, '10001'));
    await done(staff(admin, 'approve', { withdrawal }));
    expect(await staff(admin, 'approve', { withdrawal })).toMatchObject({ code: 'approval.needs.another' });
    expect(await withdrawals(person)).toMatchObject([{ status: 'applied' }]);
    await done(staff(second, 'approve', { withdrawal }));
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
    const small = await done(apply(person, '10000'));
    await done(staff(admin, 'approve', { withdrawal: small.withdrawal }));
    await mine(2);
    expect((await withdrawals(person, { shown: 'withdrawn' })).map(({ amount }) => amount)).toEqual(['10000', '10001']);
  });

  it('says to staff how many of them it needs, by the lower threshold of then and now', async () => {
    const person = await ready('100000');
    const auditor = await exchange.staff('auditor', 'auditor-of-approvals');
    const set = async (secondApprovalAbove: string) => {
      const { position } = await exchange.act(admin, '/withdraw/setReview', { secondApprovalAbove });
      for (const [at, by] of [
        ['/admin/withdraw/review', admin],
        ['/audit/withdraw/review', auditor],
      ] as const) {
        expect(await done(exchange.get(`${at}?minPosition=${position}`, by.ticket))).toEqual({ secondApprovalAbove });
      }
    };
    const counts = async (status: string): Promise<Json[]> => {
      const body = { status, minPosition: head(), pageSize: 200 };
      const told = await done(exchange.post('/admin/withdraw/list', body, admin.ticket));
      const audited = await done(exchange.post('/audit/withdraw/list', { ...body, userId: person.id }, auditor.ticket));
      const countOf = ({ amount, approvals, approvalsNeeded }: Json) => [amount, approvals.length, approvalsNeeded];
      const own = told.records.filter(({ userId }: Json) => userId === person.id).map(countOf);
      expect(audited.records.map(countOf)).toEqual(own);
      return own;
    };
    try {
      await set('10000');
      const large = (await done(apply(person, '10000.000001'))).withdrawal;
      const small = (await done(apply(person, '10000'))).withdrawal;
      expect(await counts('applied')).toEqual([
        ['10000', 0, 1],
        ['10000.000001', 0, 2],
      ]);
      // Raised, it counts for neither; lowered, for both.
      await set('20000');
      expect((await counts('applied')).map(([, , needed]) => needed)).toEqual([1, 2]);
      await set('9999.99999999');
      expect((await counts('applied')).map(([, , needed]) => needed)).toEqual([2, 2]);
      await done(staff(admin, 'approve', { withdrawal: small }));
      expect(await counts('applied')).toEqual([
        ['10000', 1, 2],
        ['10000.000001', 0, 2],
      ]);
      // One was enough for the small one now, but it came too early: it waits for another.
      await set('30000');
      expect((await counts('applied'))[0]).toEqual(['10000', 1, 2]);
      await done(staff(second, 'approve', { withdrawal: small }));
      await done(staff(second, 'approve', { withdrawal: large }));
      expect(await counts('applied')).toEqual([['10000.000001', 1, 2]]);
      await done(staff(admin, 'approve', { withdrawal: large }));
      await mine(2);
      expect(await counts('applied')).toEqual([]);
      expect(await counts('withdrawn')).toEqual([
        ['10000', 2, null],
        ['10000.000001', 2, null],
      ]);
    } finally {
      await set('10000');
    }
  });

  it('goes back when staff reject it or its owner takes it back, and to nobody else', async () => {
    const person = await ready();
    const one = (await done(apply(person, '10'))).withdrawal;
    const two = (await done(apply(person, '20'))).withdrawal;
    const cancel = (by: Person, withdrawal: string) =>
      exchange.post('/app/withdraw/cancel', { clientId: exchange.clientId(), withdrawal }, by.ticket);
    expect(await cancel(await someone(), one)).toMatchObject({ code: 'withdrawal.not.found' });
    expect(await cancel(person, '999999')).toMatchObject({ code: 'withdrawal.not.found' });
    await done(cancel(person, one));
    expect(await cancel(person, one)).toMatchObject({ code: 'withdrawal.not.found' });
    await done(staff(admin, 'reject', { withdrawal: two, reason: 'wrong network' }));
    expect(await available(person)).toBe('1000');
    expect(await withdrawals(person)).toMatchObject([
      { status: 'rejected', shown: 'rejected', reason: 'wrong network' },
      { status: 'cancelled', shown: 'cancelled' },
    ]);
    expect(await withdrawals(person, { shown: 'rejected' })).toHaveLength(1);
    expect((await messages(person)).slice(0, 2)).toEqual(['withdrawal.rejected', 'withdrawal.cancelled']);
  });

  it('is rejected after its approval by two of staff, and not once it was sent', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    await done(staff(admin, 'approve', { withdrawal }));
    await done(staff(admin, 'reject', { withdrawal, reason: 'looks wrong' }));
    // What staff say was not sent is not sent meanwhile.
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'approved' }]);
    expect(await staff(admin, 'reject', { withdrawal, reason: 'again' })).toMatchObject({
      code: 'approval.needs.another',
    });
    await done(staff(second, 'reject', { withdrawal, reason: 'looks wrong' }));
    expect(await available(person)).toBe('1000');
    await mine(2);
    expect(await parts().turns.taken(Number(withdrawal))).toBe('rejection');

    const other = (await done(apply(person, '40'))).withdrawal;
    await done(staff(admin, 'approve', { withdrawal: other }));
    await turn();
    expect(await staff(admin, 'reject', { withdrawal: other, reason: 'too late' })).toMatchObject({
      code: 'payout.already.sent',
    });
    await mine(1);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }, { status: 'rejected' }]);
  });

  it('goes on when staff who stopped it start it again', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    await done(staff(admin, 'approve', { withdrawal }));
    await done(staff(admin, 'reject', { withdrawal, reason: 'looks wrong' }));
    await done(staff(second, 'startPayout', { withdrawal }));
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
  });

  it('never overspends, however many ask at once', async () => {
    const person = await ready('100');
    const answers = await Promise.all(Array.from({ length: 100 }, () => apply(person, '9.5')));
    const codes = new Map<string, number>();
    for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
    expect(Object.fromEntries(codes)).toEqual({ success: 10, 'balance.insufficient': 90 });
    expect(await available(person)).toBe('0');
    expect(await frozen(person)).toBe('100');
    expect(await withdrawals(person)).toHaveLength(10);
  });

  it('goes to a bank card in the verified name, whose number only staff who pay it see', async () => {
    const person = await someone();
    exchange.application.nest.get(VerifiedNames).readFrom(async () => 'Alice Example');
    await exchange.equip(admin, person, { USD: '1000' });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
    const card = { bankName: 'Second Bank', cardNumber: CARD, realName: 'Alice Example', fundPassword: FUND_PASSWORD };
    const { card: id } = await done(exchange.post('/app/security/bankCard/add', card, person.ticket));
    now += 25 * HOUR_MS;
    const toCard = (by: Person, rest: object = {}) =>
      apply(by, '100', { asset: 'USD', chain: undefined, address: undefined, card: id, ...rest });
    expect(await toCard(person, { chain: 'ERC20', address: TO })).toMatchObject({
      code: 'withdrawal.destination.invalid',
    });
    expect(await toCard(person, { card: undefined })).toMatchObject({ code: 'withdrawal.destination.invalid' });
    expect(await toCard(await ready())).toMatchObject({ code: 'card.not.found' });
    const { withdrawal } = await done(toCard(person));
    expect(await frozen(person, 'USD', 'legal')).toBe('105');
    const [own] = await withdrawals(person);
    const masked = { bankName: 'Second Bank', cardNumber: '**** 7894', realName: 'Alice Example', chain: null };
    expect(own).toMatchObject(masked);
    await done(staff(admin, 'approve', { withdrawal }));
    await done(staff(admin, 'startPayout', { withdrawal }));
    const list = { status: 'paying', minPosition: head() };
    const { records } = await done(exchange.post('/admin/withdraw/list', list, admin.ticket));
    expect(records).toMatchObject([{ withdrawal, payTo: { cardNumber: '6222021234567894' }, overdue: false }]);
    now += 5 * HOUR_MS;
    const later = await done(exchange.post('/admin/withdraw/list', list, admin.ticket));
    expect(later.records).toMatchObject([{ overdue: true }]);
    await turn();
    expect(await (await fetch(`${exchange.url}/metrics`)).text()).toMatch(
      /exchange_withdrawals_overdue\{status="paying"\} 1/,
    );
    await done(staff(admin, 'pay', { withdrawal, reference: 'bank/statement-9' }));
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn', reference: 'bank/statement-9' }]);
    exchange.application.nest.get(VerifiedNames).readFrom(async () => 'Somebody Else');
    expect(await toCard(person)).toMatchObject({ code: 'card.name.mismatch' });
  });
});

describe('what it comes to', () => {
  it('is valued in USDT and BTC, by account', async () => {
    const person = await someone();
    await exchange.equip(admin, person, { USDT: '1000', BTC: '2', USD: '50' });
    await done(
      exchange.post(
        '/app/transfer/apply',
        { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'contract', amount: '400' },
        person.ticket,
      ),
    );
    const worth = await done(exchange.get(`/app/assets/valuation?minPosition=${head()}`, person.ticket));
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

  it('is remembered day by day', async () => {
    const person = await someone();
    await exchange.equip(admin, person, { USDT: '100' });
    now += 48 * HOUR_MS;
    await exchange.fund(person, 'USDT', '11');
    const { records } = await done(exchange.get(`/app/assets/history?days=4&minPosition=${head()}`, person.ticket));
    expect(records.map(({ usdt }: Json) => usdt)).toEqual(['0', '100', '100', '111']);
    expect(records.at(-1)).toMatchObject({ at: now, btc: '0.00222' });
    expect(records.map(({ day }: Json) => day)).toEqual([...records.map(({ day }: Json) => day)].sort());
  });

  it('is told in a file that foots, whatever is filtered', async () => {
    const person = await ready('1000');
    for (const amount of ['10', '20.25', '30']) await done(apply(person, amount));
    const [, middle] = await withdrawals(person);
    await done(staff(admin, 'reject', { withdrawal: middle.withdrawal, reason: 'test' }));
    const file = async (query: string, ticket = person.ticket) => {
      const response = await fetch(`${exchange.url}/exchange/app/assets/export?minPosition=${head()}${query}`, {
        headers: { ticket },
      });
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const text = await response.text();
      return { text, rows: rowsOf(text) };
    };
    for (const query of ['', '&label=withdrawal_apply', `&from=${now - HOUR_MS}`, `&to=${now}`, '&account=spot']) {
      const { rows } = await file(query);
      expect(rows.length).toBeGreaterThan(1);
      expectFooting(rows);
    }
    const { rows } = await file('&label=withdrawal_apply');
    expect(rows.map(({ row }) => row)).toEqual(['opening', 'record', 'record', 'record', 'other', 'closing']);
    expect(rows.at(-1)).toMatchObject({ availableAfter: '959', frozenAfter: '41' });
    const stranger = await file('', (await someone()).ticket);
    expect(stranger.rows).toEqual([]);
    expect(createHash('sha256').update(stranger.text).digest('hex')).toHaveLength(64);
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

/** Opening and changes come to the closing, in each column. */
function expectFooting(rows: Row[]): void {
  let sums = { available: 0, frozen: 0 };
  for (const row of rows) {
    if (row.row === 'opening') sums = { available: Number(row.availableAfter), frozen: Number(row.frozenAfter) };
    else if (row.row === 'closing') {
      expect(Number(row.availableAfter)).toBeCloseTo(sums.available, 8);
      expect(Number(row.frozenAfter)).toBeCloseTo(sums.frozen, 8);
    } else {
      sums.available += Number(row.availableChange);
      sums.frozen += Number(row.frozenChange);
    }
  }
}
