/** Staff find a user by what somebody has of them. */
import { HttpExchange, type Json, type Person } from '../tools/http-exchange';
import { Submissions } from '../../server/features/verification/submissions';
import { DETAILS, verificationOf } from '../tools/verification';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('the search of users', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let zoe: Person;
  let others: Person[];
  const { submitted } = verificationOf(
    () => exchange,
    () => admin,
  );

  beforeAll(async () => {
    exchange = await HttpExchange.start();
    admin = await exchange.staff('admin');
    zoe = await exchange.person('zoe.quill');
    others = [await exchange.person('under_line'), await exchange.person('percent')];
    const { sql } = exchange.application.exchange.database;
    const change = (id: number, row: object) => sql.updateTable('users').set(row).where('id', '=', id).execute();
    await change(zoe.id, { phone: '+819012345678', nickName: 'Ünal Quasar' });
    await change(others[0].id, { nickName: 'under_line' });
    await change(others[1].id, { nickName: '100%er' });
    await submitted(zoe);
    const listed = { id: 900, userId: zoe.id, chain: 'ERC20', address: ADDRESS, label: 'own', namedAt: 1 };
    await sql.insertInto('withdrawalAddresses').values(listed).execute();
  });
  afterAll(() => exchange.stop());

  const search = async (text: string, page: object = {}): Promise<Json> =>
    (await exchange.post('/admin/user/search', { search: text, ...page }, admin.ticket)).data;
  const found = async (text: string): Promise<number[]> =>
    (await search(text)).records.map(({ userId }: Json) => userId);

  it.each([
    ['a part of the e-mail', 'OE.QUI'],
    ['a part of the phone', '234-56'],
    ['the phone as it is written', '+81 (90) 1234 5678'],
    ['a part of the nickname, whatever its case', 'quAs'],
    ['a part beyond ASCII', 'ünal'],
    ['the whole verified name, whatever its case and blanks', `  ${DETAILS.name.toUpperCase().replace(' ', '   ')}`],
    ['a listed address', ADDRESS.toLowerCase()],
    ['a part of it', 'E0f7030069'],
  ])('finds by %s', async (_what, text) => {
    expect(await found(text)).toEqual([zoe.id]);
  });

  it('takes the signs of a pattern as they are', async () => {
    expect(await found('er_li')).toEqual([others[0].id]);
    expect(await found('0%e')).toEqual([others[1].id]);
    for (const nobody of ['%%%', '___', '\\\\\\', "o'x", 'z%e']) expect(await found(nobody)).toEqual([]);
  });

  it('finds no part of a verified name, which is sealed', async () => {
    expect(await found('María')).toEqual([]);
  });

  it('needs three characters of what is no number of a user', async () => {
    const answer = await exchange.post('/admin/user/search', { search: 'zo' }, admin.ticket);
    expect(answer).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'search', code: 'too.short' }] },
    });
    expect((await search('1')).total).toBe(0);
    expect(await found(String(zoe.id))).toEqual([zoe.id]);
  });

  it('counts all that match, page by page', async () => {
    const all = await search('test.example');
    expect(all.total).toBeGreaterThanOrEqual(4);
    const second = await search('test.example', { pageIndex: 2, pageSize: 1 });
    expect(second).toMatchObject({ total: all.total, records: [{ userId: all.records[1].userId }] });
    const deep = { search: 'test.example', pageIndex: 1_000, pageSize: 200 };
    expect((await exchange.post('/admin/user/search', deep, admin.ticket)).code).toBe('page.too.deep');
  });

  it('hashes the names that were submitted before there were hashes, at the next start', async () => {
    const { sql } = exchange.application.exchange.database;
    await sql.updateTable('verifications').set({ nameMac: null }).execute();
    expect(await found(DETAILS.name)).toEqual([]);
    await exchange.application.nest.get(Submissions).onModuleInit();
    expect(await found(DETAILS.name)).toEqual([zoe.id]);
  });
});
