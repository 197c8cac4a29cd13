/** Somebody of whom the exchange has everything that it can have of a person, each with a value that is found wherever it is told. */
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { RECOVERY_HEADER } from '../../../shared/products/identity/recovery';
import { done, FUND_PASSWORD, PASSWORD, type HttpExchange, type Json, type Person } from './http-exchange';
import { picture, verificationOf } from './verification';
import { MILLION, walletOf } from './wallet';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** What nobody of staff is answered unasked. */
export const CLEAR = {
  email: 'zq.recognisable@test.example',
  phone: '+819055557777',
  nickName: 'Wholly Recognisable',
  name: 'Recognisable Person Name',
  earlierName: 'Formerly Otherwise Named',
  documentNumber: 'RECOGDOC4711',
  cardNumber: '6222021234567894',
  beneficiary: 'Beneficiary Recognised',
  otherExchange: 'Recognised Elsewhere Ltd',
  listedAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  label: 'recognisable cold wallet',
  ip: '203.0.113.77',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Recognisable/77.4711',
  contact: 'recognisable.contact@elsewhere.example',
  writtenEmail: 'written.inside@elsewhere.example',
  writtenPhone: '+81 90 8888 6666',
  recoveryEmail: 'zq.applicant@test.example',
  payer: 'Recognisable Payer Ltd',
  alarmAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  alarmTransaction: `0x${'7a'.repeat(32)}`,
} as const;

export interface KnownPerson {
  person: Person;
  verification: string;
  earlier: string;
  recovery: string;
  /** To an address that has been paid, to one that waits, and to a card. */
  paid: string;
  applied: string;
  toCard: string;
  recharge: string;
  feedback: string;
  depositReport: string;
  visitors: string;
  alarm: string;
  photos: { verification: string[]; recovery: string[] };
  /** Of `CLEAR`, and what chains and the exchange made up. */
  clear: Readonly<Record<string, string>>;
}

interface Surroundings {
  exchange: HttpExchange;
  admin: Person;
  now: () => number;
  pass: (ms: number) => void;
}

/** The exchange has its markets and dollars already. */
export async function knownPerson({ exchange, admin, now, pass }: Surroundings): Promise<KnownPerson> {
  const { sql } = exchange.application.exchange.database;
  const person = await exchange.person('zq.recognisable');
  const found = (path: string, request: object): Promise<Json> =>
    done(exchange.post(`/admin${path}`, { pageSize: 200, ...request }, admin.ticket));

  const documents = verificationOf(
    () => exchange,
    () => admin,
  );
  const { name, documentNumber } = CLEAR;
  const earlier = await documents.submitted(person, { name: CLEAR.earlierName, documentNumber: 'EARLIER4712' });
  await done(exchange.post('/admin/verification/reject', { verification: earlier, reason: 'a test' }, admin.ticket));
  const verification = await documents.submitted(person, { name, documentNumber });
  await exchange.act(admin, '/verification/approve', { verification });

  const wallet = walletOf({ exchange: () => exchange, admin: () => admin, pass });
  const { head, turn, mine, ethereum, listed, apply, proof } = wallet;
  await done(
    exchange.post('/app/security/fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD }, person.ticket),
  );
  const beneficiary = { owner: 'exchange', name: CLEAR.beneficiary, exchange: CLEAR.otherExchange };
  const address = CLEAR.listedAddress;
  await done(listed(person, address, { label: CLEAR.label, beneficiary }));
  exchange.application.nest.get(VerifiedNames).readFrom(async () => name);
  const card = { bankName: 'Second Bank', cardNumber: CLEAR.cardNumber, realName: name, ...(await proof(person)) };
  const { card: id } = await done(exchange.post('/app/security/bankCard/add', card, person.ticket));
  pass(25 * HOUR_MS);
  await exchange.fund(person, 'USDT', '5000');
  await exchange.fund(person, 'USD', '1000');

  const deposit = { asset: 'USDT', chain: 'ERC20' };
  const own = (await done(exchange.post('/app/recharge/address', deposit, person.ticket))).address;
  await ethereum().send([{ asset: 'USDT', address: own, amount: 70n * MILLION }]);
  await turn();
  await mine(13);
  await turn();
  const { records: received } = await done(
    exchange.post('/app/rechargerecord/list', { minPosition: head() }, person.ticket),
  );
  const recharged = received.find(({ chain }: Json) => chain === 'ERC20');

  const { withdrawal: paid } = await done(apply(person, '50', { address }));
  for (const step of ['approve', 'startPayout']) await exchange.act(admin, `/withdraw/${step}`, { withdrawal: paid });
  await turn();
  await mine(13);
  await turn();
  const { withdrawal: applied } = await done(apply(person, '2000', { address }));
  const legal = { asset: 'USD', chain: undefined, address: undefined, card: id };
  const { withdrawal: toCard } = await done(apply(person, '100', legal));
  const sent = (await wallet.withdrawals(person)).find(({ withdrawal }) => withdrawal === paid);

  await exchange.state('USD', `bank/seen-${person.id},5,${CLEAR.payer}`);
  await sql
    .updateTable('users')
    .set({ phone: CLEAR.phone, nickName: CLEAR.nickName })
    .where('id', '=', person.id)
    .execute();
  const { ip, userAgent } = CLEAR;
  const logIn = { id: 9_000_001, userId: person.id, at: now(), method: 'password', outcome: 'success' } as const;
  await sql
    .insertInto('logIns')
    .values({ ...logIn, ip, userAgent })
    .execute();

  const text = `Please call ${CLEAR.writtenPhone} or write to ${CLEAR.writtenEmail}.`;
  const write = async (ticket?: string): Promise<string> => {
    const request = { clientId: exchange.clientId(), category: 'problem', text, contact: CLEAR.contact };
    return String((await done(exchange.post('/app/content/feedback', request, ticket))).id);
  };
  const [, transaction] = recharged.reference.split('/');
  const reported = { chain: 'ERC20', transaction, note: text };
  const { id: depositReport } = await done(exchange.post('/app/recharge/report', reported, person.ticket));
  const feedback = await write(person.ticket);
  const visitors = await write();

  await askBackIn(exchange, pass);
  const facts = { user: String(person.id), asset: 'USDT', amount: '1', address: CLEAR.alarmAddress, code: 'a.test' };
  const reference = `ERC20/${CLEAR.alarmTransaction}/0`;
  await exchange.application.exchange.alarms.raise({ chain: 'ERC20', kind: 'observation_refused', reference, facts });

  const { records: recoveries } = await found('/recovery/list', {});
  const { alarms } = await done(exchange.get('/admin/chain/status', admin.ticket));
  const { invitationCode } = await sql
    .selectFrom('users')
    .select('invitationCode')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const photosOf = async (table: 'photos' | 'recoveryPhotos'): Promise<string[]> =>
    (await sql.selectFrom(table).select('id').execute()).map((row) => row.id);
  return {
    ...{ person, verification, earlier, paid, applied, toCard, feedback, depositReport, visitors },
    recovery: recoveries.find(({ userId }: Json) => userId === person.id).recovery,
    recharge: recharged.recharge,
    alarm: alarms[0].alarm,
    photos: { verification: await photosOf('photos'), recovery: await photosOf('recoveryPhotos') },
    clear: {
      ...CLEAR,
      ...{ invitationCode, depositAddress: own },
      depositTransaction: recharged.reference,
      payoutTransaction: sent?.reference,
    },
  };
}

/** Asks to be let back into the account, as somebody who reads mail elsewhere. */
async function askBackIn(exchange: HttpExchange, pass: (ms: number) => void): Promise<void> {
  pass(MINUTE_MS);
  const code = await exchange.sentCode('recover', CLEAR.recoveryEmail);
  const request = { account: CLEAR.email, email: CLEAR.recoveryEmail, code };
  const { token } = await done(exchange.post('/app/recovery/begin', request));
  for (const [index, kind] of ['front', 'hand_held'].entries()) {
    const jpeg = await picture(400, 320, index + 7)
      .jpeg()
      .toBuffer();
    const response = await fetch(`${exchange.url}/exchange/app/recovery/uploadPhoto?kind=${kind}`, {
      method: 'POST',
      body: new Uint8Array(jpeg),
      headers: { 'content-type': 'image/jpeg', [RECOVERY_HEADER]: token },
    });
    if (response.status !== 200) throw new Error(await response.text());
  }
  await done(exchange.post('/app/recovery/submit', { token, documentType: 'passport' }));
}
