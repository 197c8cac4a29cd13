/** A reason that staff choose from the catalogue is read by the user in the user's language, with the added words as they are. */
import { HttpExchange, type Json, type Person } from '../tools/http-exchange';
import { verificationOf } from '../tools/verification';

describe('reasons of staff', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let journal: string;
  const { submitted, someone } = verificationOf(
    () => exchange,
    () => admin,
  );

  beforeAll(async () => {
    exchange = await HttpExchange.start();
    admin = await exchange.staff('admin');
  });
  afterAll(() => exchange.stop());

  const freeze = (person: Person, reason: string) =>
    exchange.post('/admin/account/freeze', { clientId: exchange.clientId(), userId: person.id, reason }, admin.ticket);
  const told = async (person: Person, begin: string, lang: string): Promise<Json> => {
    for (let turn = 0; turn < 200; turn++) {
      const { data } = await exchange.post('/app/message/list', {}, person.ticket, { lang });
      const found = data.records.find(({ key }: Json) => key.startsWith(begin));
      if (found) return found;
      await new Promise((resolve) => void setTimeout(resolve, 20));
    }
    throw new Error(`${begin} was not told`);
  };

  it('of a freeze are told in the language of whoever reads, with the added words', async () => {
    const person = await someone();
    expect((await freeze(person, 'reason/security_risk: see your letter')).code).toBe('success');
    expect((await told(person, 'account.frozen', 'il')).text).toContain(
      'Segni che un’altra persona usa l’account – see your letter',
    );
    expect((await told(person, 'account.frozen', 'zh')).text).toContain('账户疑似被他人使用 – see your letter');
  });

  it('that were written freely stay with staff', async () => {
    const person = await someone();
    await freeze(person, 'a hunch');
    const message = await told(person, 'account.frozen', 'en');
    expect(message.key).toBe('account.frozen');
    expect(JSON.stringify(message)).not.toContain('hunch');
  });

  it('stand in the journal as their id, and with added words as a hash', async () => {
    const [bare, added] = [await someone(), await someone()];
    await freeze(bare, 'reason/authority_order');
    await freeze(added, 'reason/authority_order: file 77/3');
    journal = '';
    for await (const { batch } of exchange.application.exchange.journal.read(1))
      journal += JSON.stringify(batch.events, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
    expect(journal).toContain('"reason":"reason/authority_order"');
    expect(journal).not.toContain('77/3');
  });

  it('of a verification are told where it stands and in the message', async () => {
    const person = await someone();
    const verification = await submitted(person);
    const request = { verification, reason: 'reason/document_blurred: the back side' };
    expect((await exchange.post('/admin/verification/reject', request, admin.ticket)).code).toBe('success');
    const { data } = await exchange.get('/app/verification/state', person.ticket);
    expect(data.reason).toBe(request.reason);
    expect((await told(person, 'verification.failed', 'ep')).text).toContain(
      'Una foto está borrosa, cortada o demasiado oscura – the back side',
    );
  });

  it('that only look like one of the catalogue are refused', async () => {
    const person = await someone();
    for (const reason of ['reason/nothing', 'reason/', 'reason/security_risk and more'])
      expect(await freeze(person, reason)).toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ path: 'reason', code: 'format' }] },
      });
  });
});
