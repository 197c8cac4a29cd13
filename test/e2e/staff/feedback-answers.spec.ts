/** Feedback is answered and closed, and its sender is told of both. */
import { Deliveries } from '../../../server/platform/delivery/deliveries';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import { HttpExchange, stepUpProof, WITHOUT_FACTOR, type Json, type Person } from '../../tools/people/http-exchange';

const DAY_MS = 86_400_000;

describe('feedback at the desk', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let other: Person;
  let alice: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now, monotonic: () => now });
    admin = await exchange.staff('admin');
    other = await exchange.staff('admin', 'other');
    alice = await exchange.person('alice');
  });
  afterAll(() => exchange.stop());
  beforeEach(() => {
    now += 60_000;
  });

  const write = async (facts: object, ticket?: string, headers = {}): Promise<string> => {
    const request = { clientId: exchange.clientId(), category: 'problem', text: 'The chart does not load.', ...facts };
    const { data } = await exchange.post('/app/content/feedback', request, ticket, headers);
    return String(data.id);
  };
  const answer = (feedback: string, facts: object = {}, staff = admin) => {
    const request = { clientId: exchange.clientId(), feedback, text: 'Please reload the page.', ...facts };
    return exchange.post('/admin/content/answerFeedback', request, staff.ticket);
  };
  const close = (feedback: string, facts: object = {}, staff = admin) =>
    exchange.post('/admin/content/closeFeedback', { clientId: exchange.clientId(), feedback, ...facts }, staff.ticket);
  const listed = async (request: object = {}): Promise<Json[]> =>
    (await exchange.post('/admin/content/feedbackList', request, admin.ticket)).data.records;
  const own = async (headers = {}): Promise<Json[]> =>
    (await exchange.post('/app/content/ownFeedback', {}, alice.ticket, headers)).data.records;
  const messages = async (headers = {}): Promise<Json[]> =>
    (await exchange.post('/app/message/list', {}, alice.ticket, headers)).data.records;
  const mails = async () => {
    await exchange.application.nest.get(Deliveries).whenIdle();
    const { sql } = exchange.application.exchange.database;
    return sql.selectFrom('outbox').selectAll().where('channel', '=', 'email').orderBy('id').execute();
  };

  it('keeps each answer with author and time, and tells the user by message and mail', async () => {
    const id = await write({}, alice.ticket);
    expect((await answer(id)).code).toBe('success');
    now += 1_000;
    expect((await answer(id, { text: 'It works\nagain now.' }, other)).code).toBe('success');
    const [record] = await listed({ state: 'answered' });
    expect(record).toMatchObject({
      id,
      state: 'answered',
      answers: [
        { text: 'Please reload the page.', by: admin.id, at: now - 1_000 },
        { text: 'It works\nagain now.', by: other.id, at: now },
      ],
    });
    const [seen] = await own();
    expect(seen).toMatchObject({ id, state: 'answered', answers: [{ at: now - 1_000 }, { at: now }] });
    // Only the desk sees the author.
    expect(JSON.stringify(seen)).not.toContain(String(admin.id));
    const told = (await messages()).filter(({ key }) => key === 'feedback.answered');
    expect(told.map(({ facts }) => facts.answer)).toEqual(['It works\nagain now.', 'Please reload the page.']);
    const letters = (await mails()).filter(({ text }) => text.includes('again now.'));
    expect(letters).toHaveLength(1);
    expect(letters[0].subject).toContain(id);
  });

  it('answers visitors by mail in the language of the page, and sends none without an address', async () => {
    const before = (await mails()).length;
    const id = await write({ contact: 'Visitor@Test.example' }, undefined, { lang: 'il' });
    await answer(id, { text: 'Grazie, è corretto.' });
    const letters = (await mails()).slice(before);
    expect(letters).toMatchObject([{ address: 'visitor@test.example', subject: `Risposta al tuo messaggio n. ${id}` }]);
    const silent = await write({ contact: 'call me' });
    await answer(silent);
    expect(await mails()).toHaveLength(before + 1);
  });

  it('gets one answer per client id, whatever the number of retries, and the id serves no other', async () => {
    const id = await write({}, alice.ticket);
    const request = { clientId: exchange.clientId(), text: 'Once is enough.' };
    // The factor is given once, and the retries carry the same proof.
    const path = '/admin/content/answerFeedback';
    const body = { feedback: id, ...request };
    const { data } = await exchange.post(path, body, admin.ticket, WITHOUT_FACTOR);
    const factor = { [STEP_UP_HEADER]: await stepUpProof(exchange.url, admin.ticket, data.digest) };
    const answers = await Promise.all([1, 2, 3].map(() => exchange.post(path, body, admin.ticket, factor)));
    expect(new Set(answers.map(({ data }) => data.answer)).size).toBe(1);
    expect(await answer(id, { ...request, text: 'Not the same.' })).toMatchObject({ code: 'client.id.reused' });
    expect((await own())[0].answers).toHaveLength(1);
    expect((await mails()).filter(({ text }) => text.includes('Once is enough.'))).toHaveLength(1);
    expect((await messages()).filter(({ facts }) => facts.answer === 'Once is enough.')).toHaveLength(1);
  });

  it('has no links in its answer, like every text from staff to users', async () => {
    const id = await write({}, alice.ticket);
    const lure = 'Confirm your account at evil.example/login.';
    expect(await answer(id, { text: lure })).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'text', code: 'text.address' }] },
    });
    expect((await own())[0].answers).toEqual([]);
    const reason = `reason/user_asked: ${lure}`;
    const clientId = exchange.clientId();
    const words: [string, object][] = [
      ['/admin/account/freeze', { clientId, userId: alice.id }],
      ['/admin/withdraw/reject', { clientId, withdrawal: '1' }],
      ['/admin/verification/reject', { verification: '1' }],
      ['/admin/recovery/decline', { recovery: '1' }],
      ['/admin/contract/lock', { clientId, contract: '1' }],
      ['/admin/content/closeFeedback', { clientId, feedback: id }],
    ];
    for (const [path, body] of words) {
      const { code, data } = await exchange.post(path, { ...body, reason }, admin.ticket);
      const fault = expect.arrayContaining([expect.objectContaining({ path: 'reason', code: 'text.address' })]);
      expect([path, code, data.fields]).toEqual([path, 'request.invalid', fault]);
    }
  });

  it('is closed without an answer only for a listed reason, shown to the user in their language', async () => {
    const id = await write({}, alice.ticket);
    expect(await close(id)).toMatchObject({ code: 'request.invalid', data: { fields: [{ path: 'reason' }] } });
    for (const reason of ['because', 'reason/document_blurred', 'reason/nothing'])
      expect(await close(id, { reason })).toMatchObject({ code: 'request.invalid' });
    const request = { clientId: exchange.clientId(), reason: 'reason/feedback_duplicate: see no. 3' };
    expect((await close(id, request)).code).toBe('success');
    expect((await close(id, request)).code).toBe('success');
    expect(await close(id, { reason: 'reason/feedback_noted' }, other)).toMatchObject({ code: 'feedback.closed' });
    expect((await listed({ state: 'closed' }))[0].closing).toEqual({ reason: request.reason, by: admin.id, at: now });
    const italian = 'Già segnalato in un altro messaggio – see no. 3';
    expect((await own({ lang: 'il' }))[0].closeReason).toBe(italian);
    const closed = (await messages({ lang: 'il' })).filter(({ key }) => key === 'feedback.closed');
    expect(closed).toHaveLength(1);
    expect(closed[0].text).toContain(italian);
    await answer(id);
    expect((await own())[0]).toMatchObject({ state: 'answered', closeReason: null });
    // With an answer no reason is needed.
    expect((await close(id)).code).toBe('success');
  });

  it('is filtered by state and age, open ones oldest first, and counted on the overview', async () => {
    const before = (await listed({ state: 'open' })).length;
    const first = await write({});
    now += 2 * DAY_MS;
    const second = await write({});
    const fresh = await write({});
    const open = (await listed({ state: 'open' })).map(({ id }) => id);
    expect(open.slice(before)).toEqual([first, second, fresh]);
    const older = (await listed({ state: 'open', olderThan: 'day' })).map(({ id }) => id);
    expect(older).toEqual(open.slice(0, before + 1));
    expect(await listed({ state: 'open', olderThan: 'week' })).toEqual([]);
    const { data } = await exchange.get('/audit/overview', admin.ticket);
    expect(data.pending.feedback).toMatchObject({ open: before + 3, overDay: before + 1, overWeek: 0 });
  });

  it('is hidden from other users, and unknown feedback is not answered', async () => {
    expect(await answer('999999')).toMatchObject({ code: 'feedback.not.found' });
    expect(await close('999999', { reason: 'reason/feedback_noted' })).toMatchObject({ code: 'feedback.not.found' });
    const bob = await exchange.person('bob');
    expect((await exchange.post('/app/content/ownFeedback', {}, bob.ticket)).data.total).toBe(0);
    expect(await exchange.post('/app/content/ownFeedback', {})).toMatchObject({ code: 'login.user.not.login' });
    expect(await answer('1', {}, bob)).toMatchObject({ code: 'permission.denied' });
  });

  it('is logged without its text', async () => {
    const id = await write({}, alice.ticket);
    await answer(id, { text: 'A private word.' });
    const { sql } = exchange.application.exchange.database;
    const rows = await sql.selectFrom('staffLog').selectAll().where('target', '=', `feedback/${id}`).execute();
    expect(rows).toMatchObject([{ action: 'admin/content/answerFeedback', staffId: admin.id, outcome: 'success' }]);
    expect(JSON.stringify(rows)).not.toContain('private');
  });
});
