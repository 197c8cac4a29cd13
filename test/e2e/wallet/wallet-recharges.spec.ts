/** Deposits over the simulated chain and by bank: shown, credited once, reverted, and recovered after a crash. */
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { maskedEnd } from '../../../shared/products/identity/rules/masks';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { HOUR_MS, MILLION, walletOf } from '../../tools/people/wallet';

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

const { parts, ethereum, head, turn, mine, someone, available, messages } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => void (now += ms),
});

const addressOf = async (person: Person, asset = 'USDT', chain = 'ERC20'): Promise<string> =>
  (await expectSuccess(exchange.post('/app/recharge/address', { asset, chain }, person.ticket))).address;

async function recharges(person: Person): Promise<Json[]> {
  return (await expectSuccess(exchange.post('/app/rechargerecord/list', { minPosition: head() }, person.ticket)))
    .records;
}

describe('deposits', () => {
  it('list the chains, and give each user one address per chain for all its coins', async () => {
    const { records, bank } = await expectSuccess(exchange.get('/app/recharge/chains'));
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

  it('are shown from the first confirmation on and credited at the twelfth, once', async () => {
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
    expect(await messages(person)).toEqual(['recharge.final', 'recharge.credited', 'recharge.seen']);
  });

  it('of the exact minimum are credited; smaller ones are neither credited nor returned', async () => {
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

  it("keep amounts below the asset's precision as dust", async () => {
    const person = await someone();
    const address = await addressOf(person, 'ETH');
    await ethereum().send([{ asset: 'ETH', address, amount: 10n ** 18n + 5n }]);
    // A deposit of dust alone cannot be shown.
    await ethereum().send([{ asset: 'ETH', address, amount: 5n }]);
    await mine(12);
    expect(await recharges(person)).toMatchObject([
      { amount: '1', dust: '0.000000000000000005', quantity: '1.000000000000000005', arrivedAmount: '1' },
    ]);
  });

  it('in two outputs of one transaction are credited to their receivers', async () => {
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

  it('are reverted when their block leaves the chain, and keep their number when they return', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await ethereum().send([{ asset: 'USDT', address, amount: 7n * MILLION }]);
    const gone = await ethereum().send([{ asset: 'USDT', address, amount: 9n * MILLION }]);
    await mine(3);
    await ethereum().reorganise(3, [gone]);
    await turn();
    const [first, other] = (await recharges(person)).reverse();
    // Its block is the first of the new branch, which replaces three blocks by four.
    expect(first).toMatchObject({ amount: '7', status: 'recharging', confirmations: 4 });
    expect(other).toMatchObject({ amount: '9', status: 'failure', reason: 'recharge.retracted', confirmations: 0 });
    await mine(12);
    expect(await available(person)).toBe('7');
    expect(await messages(person)).toContain('recharge.retracted');
  });

  it('are frozen if they were credited, and staff are told that the block is gone', async () => {
    const person = await someone();
    const address = await addressOf(person);
    const transaction = await ethereum().send([{ asset: 'USDT', address, amount: 4n * MILLION }]);
    await mine(13);
    await ethereum().reorganise(13, [transaction]);
    await turn();
    await turn();
    expect(await available(person)).toBe('0');
    const { alarms } = await expectSuccess(exchange.get('/admin/chain/status', admin.ticket));
    expect(alarms[0]).toMatchObject({ kind: 'credited_left_chain', reference: `ERC20/${maskedEnd(transaction)}/0` });
    expect(alarms[0].facts).toMatchObject({ amount: '400000000', frozen: '400000000' });
    expect(await (await fetch(`${exchange.url}/metrics`)).text()).toMatch(
      /exchange_chain_alarms_total\{kind="credited_left_chain"\} 1/,
    );
  });

  it('are credited once when they return in another block', async () => {
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

  it('continue after a crash at any step between a block and the cursor', async () => {
    const person = await someone();
    const address = await addressOf(person);
    await ethereum().send([{ asset: 'USDT', address, amount: 6n * MILLION }]);
    const { database } = parts();
    const before = await database.sql.selectFrom('chainCursors').selectAll().execute();
    await mine(1);
    // As if the process ended after the journal entry and before the cursor: the block is read again.
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

  it('announced before a crash are reverted if their block is gone afterwards', async () => {
    const person = await someone();
    const address = await addressOf(person);
    const gone = await ethereum().send([{ asset: 'USDT', address, amount: 8n * MILLION }]);
    const { sql } = parts().database;
    const { height, hash } = await ethereum().tip();
    await mine(1);
    // As if the process ended before the cursor moved.
    await sql.updateTable('chainCursors').set({ height, hash }).where('chain', '=', 'ERC20').execute();
    await sql.deleteFrom('chainBlocks').where('chain', '=', 'ERC20').where('height', '>', height).execute();
    await ethereum().reorganise(1, [gone]);
    await turn();
    expect(await recharges(person)).toMatchObject([{ status: 'failure', reason: 'recharge.retracted' }]);
    await mine(13);
    expect(await recharges(person)).toHaveLength(1);
  });

  it('continue from the lowest remembered block after a deeper reorganisation, with an alarm', async () => {
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
    const { alarms } = await expectSuccess(exchange.get('/admin/chain/status', admin.ticket));
    expect(alarms[0]).toMatchObject({ kind: 'reorganised_too_deep', facts: { from: String(height) } });
    await mine(12);
    expect(await available(person)).toBe('3');
    expect(await recharges(person)).toHaveLength(1);
  });

  it('of a coin without terms wait, with an alarm, and are credited once it has terms', async () => {
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
    await chainWork.poll();
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

  it("come from the demo's faucet, with a daily limit", async () => {
    const person = await someone();
    const ask = (amount: string, rest: object = {}) =>
      exchange.post('/app/recharge/faucet', { asset: 'USDT', chain: 'ERC20', amount, ...rest }, person.ticket);
    await expectSuccess(ask('9999.5'));
    expect(await ask('1')).toMatchObject({ code: 'faucet.exhausted', data: { left: '0.5' } });
    expect(await ask('0')).toMatchObject({ code: 'amount.not.positive' });
    expect(await ask('0.0000001')).toMatchObject({ code: 'amount.too.precise', data: { digits: 6 } });
    expect(await ask('1', { chain: 'BTC' })).toMatchObject({ code: 'faucet.unavailable' });
    await expectSuccess(ask('0.5'));
    await mine(12);
    expect(await available(person)).toBe('9999.5');
    now += 24 * HOUR_MS;
    await expectSuccess(ask('1'));
  });

  it('by bank carry the user’s own reference', async () => {
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
    await expectSuccess(exchange.withApproval(set('USD')));
    expect(await expectSuccess(ask())).toEqual({
      asset: 'USD',
      ...account,
      reference: expect.stringMatching(`^OX-${person.id}-\\d$`),
    });
    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example');
    await exchange.importStatementLines('USD', '77,70.5,EXAMPLE ANN', '78,70.5,Ann Example');
    const credit = { userId: person.id, asset: 'USD', amount: '70.5', reference: 'bank/78' };
    await exchange.act(admin, '/recharge/credit', credit);
    expect(await available(person, 'USD', 'legal')).toBe('70.5');
  });

  it("by bank are credited once, in any notation of the bank's reference", async () => {
    const person = await someone();
    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example');
    await exchange.importStatementLines('USD', 'ab 12,5,Ann Example', 'AB13,5,Ann Example');
    const credit = (reference: string) =>
      exchange.withApproval(
        exchange.post(
          '/admin/recharge/credit',
          { clientId: exchange.clientId(), userId: person.id, asset: 'USD', amount: '5', reference },
          admin.ticket,
        ),
      );
    await expectSuccess(credit('bank/ab 12'));
    for (const reference of ['bank/AB12', 'BANK/ab12', 'bank/a b 1 2']) {
      expect(await credit(reference)).toMatchObject({ code: 'recharge.already.credited' });
    }
    expect(await credit('bank/ ')).toMatchObject({ code: 'request.invalid' });
    await expectSuccess(credit('bank/AB13'));
    expect((await recharges(person)).map(({ reference }) => reference)).toEqual(['bank/AB13', 'bank/AB12']);
  });
});
