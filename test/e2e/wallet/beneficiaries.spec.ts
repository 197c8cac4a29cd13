/**
 * Beneficiaries of withdrawal addresses: declared, signed, required above a value, shown to staff, and unreadable after
 * the account's key is deleted.
 */
import { secp256k1 } from '@noble/curves/secp256k1';
import { p2wpkh } from '@scure/btc-signer';
import { privateKeyToAccount } from 'viem/accounts';
import { signedByBitcoin } from '../../tools/chains/bip-322';
import { expectSuccess, HttpExchange, PASSWORD, type Json, type Person } from '../../tools/people/http-exchange';
import { TO, walletOf } from '../../tools/people/wallet';

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
});
afterAll(() => exchange.stop());

const wallet = walletOf({ exchange: () => exchange, admin: () => admin, pass: (ms) => void (now += ms) });
const { parts, head, listed, ready, apply, withdrawals } = wallet;
const keys = privateKeyToAccount(`0x${'33'.repeat(32)}`);
const OTHER = { owner: 'other', name: 'Erika Mustermann' };
const EXCHANGE = { owner: 'exchange', name: 'Erika Mustermann', exchange: 'Elsewhere Ltd' };

const book = async (person: Person): Promise<Json[]> =>
  (await expectSuccess(exchange.get('/app/withdraw/addresses', person.ticket))).records;
const declare = (person: Person, addressId: string, rest: object) =>
  exchange.post('/app/withdraw/declareAddress', { addressId, ...rest }, person.ticket);
const messageFor = (person: Person, address: string, chain = 'ERC20'): Promise<Json> =>
  expectSuccess(exchange.post('/app/withdraw/ownershipMessage', { chain, address }, person.ticket));

async function desk(): Promise<Json[]> {
  const request = { status: 'applied', minPosition: head() };
  return (await expectSuccess(exchange.post('/admin/withdraw/list', request, admin.ticket))).records;
}

/** The unmasked beneficiary of a withdrawal, as the desk shows it. */
async function shownOf({ withdrawal, userId }: Json): Promise<Json> {
  const request = { withdrawal, userId, reason: 'reason/show_withdrawal' };
  return (await expectSuccess(exchange.post('/admin/withdraw/person', request, admin.ticket))).beneficiary;
}

/** A user with 5,000 USDT and a listed address without beneficiary. */
async function silent(): Promise<Person> {
  const person = await ready('5000');
  await parts().database.sql.updateTable('withdrawalAddresses').set({ sealedBeneficiary: null }).execute();
  return person;
}

describe('a withdrawal above the threshold', () => {
  it('is refused without a beneficiary, before any code or fund is touched', async () => {
    const person = await silent();
    const quote = await expectSuccess(exchange.get('/app/withdraw/quote?asset=USDT&chain=ERC20', person.ticket));
    expect(quote).toMatchObject({ beneficiaryAbove: '1000' });
    expect(await apply(person, '1000.01')).toMatchObject({
      code: 'withdrawal.beneficiary.required',
      data: { above: '1000' },
    });
    await expectSuccess(apply(person, '1000'));
    expect(await desk()).toContainEqual(expect.objectContaining({ userId: person.id, beneficiary: null }));
  });

  it('keeps the beneficiary, which staff see and the journal does not', async () => {
    const person = await silent();
    await expectSuccess(apply(person, '2000', { beneficiary: EXCHANGE }));
    const [shown] = (await desk()).filter(({ userId }) => userId === person.id);
    expect(shown.beneficiary).toEqual({ owner: 'exchange', name: 'Er***', exchange: 'El***', provenAt: null });
    expect(await shownOf(shown)).toEqual({ ...EXCHANGE, provenAt: null });
    // The address book keeps it too, so the next withdrawal does not ask.
    expect(await book(person)).toMatchObject([{ beneficiary: EXCHANGE }]);
    await expectSuccess(apply(person, '1500'));
    expect((await desk()).filter(({ userId }) => userId === person.id)).toMatchObject([
      { beneficiary: { exchange: 'El***' } },
      { beneficiary: { exchange: 'El***' } },
    ]);
    const lines = JSON.stringify(
      await parts().database.sql.selectFrom('withdrawalBeneficiaries').selectAll().execute(),
    );
    expect(lines).not.toContain('Mustermann');
    const [row] = await withdrawals(person);
    expect(row).not.toHaveProperty('beneficiary');
  });

  it("counts the address's withdrawals within a day, except cancelled ones and those of others", async () => {
    const [other, person] = [await silent(), await silent()];
    await expectSuccess(apply(person, '400'));
    await expectSuccess(apply(person, '600'));
    const asked = { code: 'withdrawal.beneficiary.required', data: { above: '1000' } };
    expect(await apply(person, '10')).toMatchObject(asked);
    await expectSuccess(apply(other, '10'));
    now += 23 * 3_600_000;
    expect(await apply(person, '10')).toMatchObject(asked);
    const [{ withdrawal }] = await withdrawals(person);
    const cancelled = { clientId: exchange.clientId(), withdrawal };
    await expectSuccess(exchange.post('/app/withdraw/cancel', cancelled, person.ticket));
    await expectSuccess(apply(person, '600'));
    expect(await apply(person, '10')).toMatchObject(asked);
    await expectSuccess(apply(person, '10', { beneficiary: OTHER }));
    const [last] = (await desk()).filter(({ userId }) => userId === person.id);
    expect(last).toMatchObject({ amount: '10', beneficiary: { owner: 'other' } });
  });

  it('starts anew after a day', async () => {
    const person = await silent();
    await expectSuccess(apply(person, '1000'));
    now += 24 * 3_600_000;
    await expectSuccess(apply(person, '1000'));
  });

  it('is the same one on retry under its client id, with the first beneficiary', async () => {
    const person = await silent();
    const clientId = exchange.clientId();
    const first = await expectSuccess(apply(person, '2000', { clientId, beneficiary: OTHER }));
    const again = await expectSuccess(apply(person, '2000', { clientId, beneficiary: OTHER }));
    expect(again).toMatchObject({ withdrawal: first.withdrawal, repeated: true });
    const rows = await parts().database.sql.selectFrom('withdrawalBeneficiaries').selectAll().execute();
    expect(rows.filter(({ userId }) => userId === person.id)).toHaveLength(1);
  });

  it('leaves nothing stored when refused by a rule', async () => {
    const person = await silent();
    expect(await apply(person, '6000', { beneficiary: OTHER })).toMatchObject({ code: 'balance.insufficient' });
    const rows = await parts().database.sql.selectFrom('withdrawalBeneficiaries').selectAll().execute();
    expect(rows.filter(({ userId }) => userId === person.id)).toEqual([]);
  });

  it("is in the user's data export, and hidden from staff after erasure", async () => {
    const person = await silent();
    await expectSuccess(apply(person, '2000', { beneficiary: OTHER }));
    const response = await fetch(`${exchange.url}/exchange/app/personal/export`, {
      method: 'POST',
      headers: { ticket: person.ticket, 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    const { tables } = (await response.json()) as Json;
    expect(tables.withdrawal_beneficiaries.rows).toMatchObject([{ beneficiary: { name: 'Erika Mustermann' } }]);
    expect(tables.withdrawal_addresses.rows).toMatchObject([{ beneficiary: OTHER }]);
    const { sql } = parts().database;
    await sql.deleteFrom('withdrawalBeneficiaries').where('userId', '=', person.id).execute();
    const [shown] = (await desk()).filter(({ userId }) => userId === person.id);
    expect(shown.beneficiary).toBeNull();
  });
});

describe('an address in the book', () => {
  it('is signed by its wallet when added, and staff see that', async () => {
    const person = await ready('5000');
    const { message, at } = await messageFor(person, keys.address.toLowerCase());
    const signature = await keys.signMessage({ message });
    const own = { beneficiary: { owner: 'own' }, ownership: { at, signature } };
    now += 60_000;
    await expectSuccess(listed(person, keys.address, own));
    const [entry] = await book(person);
    expect(entry).toMatchObject({ address: keys.address, beneficiary: { owner: 'own' }, provenAt: at });
    now += 25 * 3_600_000;
    await expectSuccess(apply(person, '2000', { address: keys.address }));
    const [shown] = (await desk()).filter(({ userId }) => userId === person.id);
    expect(shown.beneficiary).toEqual({ owner: 'own', name: null, exchange: null, provenAt: at });
  });

  it('loses its proof when declared anew', async () => {
    const person = await ready();
    const [{ addressId }] = await book(person);
    expect(await expectSuccess(declare(person, addressId, { beneficiary: OTHER }))).toMatchObject({
      beneficiary: OTHER,
      provenAt: null,
    });
    expect(await book(person)).toMatchObject([{ beneficiary: OTHER }]);
    const stranger = await ready();
    expect(await declare(stranger, addressId, { beneficiary: OTHER })).toMatchObject({
      code: 'withdrawal.address.not.found',
    });
  });

  it('on Bitcoin is signed by BIP-322', async () => {
    const person = await ready('5000');
    const secret = new Uint8Array(32).fill(7);
    const { address = '' } = p2wpkh(secp256k1.getPublicKey(secret, true));
    const { message, at } = await messageFor(person, address, 'BTC');
    const named = (signature: string) => {
      const ownership = { at, signature };
      return listed(person, address, { chain: 'BTC', beneficiary: { owner: 'own' }, ownership });
    };
    const other = signedByBitcoin(secret, address, `${message} `);
    expect(await named(other)).toMatchObject({ code: 'ownership.proof.invalid' });
    await expectSuccess(named(signedByBitcoin(secret, address, message)));
    expect((await book(person))[0]).toMatchObject({ address, chain: 'BTC', provenAt: at });
  });

  it('rejects signatures of another wallet, for a stranger’s address, and where they prove nothing', async () => {
    const person = await ready();
    const [{ addressId }] = await book(person);
    const { message, at } = await messageFor(person, TO);
    const ownership = { at, signature: await keys.signMessage({ message }) };
    expect(await declare(person, addressId, { beneficiary: { owner: 'own' }, ownership })).toMatchObject({
      code: 'ownership.proof.invalid',
    });
    expect(await declare(person, addressId, { beneficiary: OTHER, ownership })).toMatchObject({
      code: 'ownership.proof.invalid',
    });
    // A script address.
    const bitcoin = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
    expect(await messageFor(person, bitcoin, 'BTC')).toMatchObject({ message: null });
    const proven = { chain: 'BTC', beneficiary: { owner: 'own' }, ownership };
    expect(await listed(person, bitcoin, proven)).toMatchObject({ code: 'ownership.proof.unsupported' });
  });

  it("requires the beneficiary's name unless it is the user's own", async () => {
    const person = await ready();
    const [{ addressId }] = await book(person);
    for (const beneficiary of [{ owner: 'other' }, { owner: 'exchange', name: 'Me' }, { owner: 'own', name: 'Me' }]) {
      expect(await declare(person, addressId, { beneficiary })).toMatchObject({ code: 'request.invalid' });
    }
  });
});
