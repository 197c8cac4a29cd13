import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PhotoStore } from '../../../server/products/identity/api/verification/photo-store';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { maskedDocumentNumber } from '../../../shared/products/identity/rules/masks';
import { HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { DAY_MS, DETAILS, FAR_LIMITS, verificationOf } from '../../tools/people/verification';

/** Identity documents: their submission and the review by staff. */

describe('real-name verification', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let auditor: Person;
  let now = Date.UTC(2026, 4, 1, 12);

  beforeAll(async () => {
    exchange = await HttpExchange.start(FAR_LIMITS, { clock: () => now });
    admin = await exchange.staff('admin');
    auditor = await exchange.staff('auditor');
  });
  afterAll(() => exchange.stop());

  const {
    someone,
    upload,
    photosFor,
    submit,
    submitted,
    looked: shown,
    filesOf,
  } = verificationOf(
    () => exchange,
    () => admin,
  );

  async function stateOf(person: Person): Promise<Json> {
    const info = await exchange.get('/app/account/getUserInfo', person.ticket);
    const own = await exchange.get('/app/verification/state', person.ticket);
    expect(own.data.state).toBe(info.data.verification);
    return own.data;
  }

  const approve = (verification: string, staff = admin, clientId = exchange.clientId()) =>
    exchange.post('/admin/verification/approve', { clientId, verification }, staff.ticket);
  const reject = (verification: string, reason: string, staff = admin) =>
    exchange.post('/admin/verification/reject', { verification, reason }, staff.ticket);

  describe('submission', () => {
    it('reports the missing document, photos and number, and changes nothing', async () => {
      const person = await someone();
      const photos = await photosFor(person);
      const whole = { ...DETAILS, documentNumber: '12345678Z', ...photos };
      expect((await submit(person, { ...whole, documentType: undefined })).code).toBe('certificate.required');
      expect((await submit(person, { ...whole, documentType: 'driving_licence' })).code).toBe('request.invalid');
      const bare = await submit(person, { ...whole, front: undefined, back: undefined, handHeld: undefined });
      expect([bare.code, bare.data]).toEqual(['picture.required', { photos: ['front', 'back', 'hand_held'] }]);
      const noBack = await submit(person, { ...whole, back: undefined });
      expect([noBack.code, noBack.data]).toEqual(['picture.required', { photos: ['back'] }]);
      const noHand = await submit(person, { ...whole, documentType: 'passport', handHeld: undefined });
      expect([noHand.code, noHand.data]).toEqual(['picture.required', { photos: ['hand_held'] }]);
      for (const documentNumber of ['---', '12', 'x'.repeat(31), '＊＊＊＊']) {
        expect((await submit(person, { ...whole, documentNumber })).code).toBe('document.number.invalid');
      }
      for (const fault of [{ name: ' ' }, { name: 'a\nb' }, { nationality: 'Spain' }, { front: '../../etc/passwd' }]) {
        expect((await submit(person, { ...whole, ...fault })).code).toBe('request.invalid');
      }
      const stranger = await someone();
      const stolen = await submit(stranger, { ...whole, documentNumber: '87654321X' });
      expect([stolen.code, stolen.data]).toEqual(['picture.required', { photos: ['front', 'back', 'hand_held'] }]);
      expect(await stateOf(person)).toMatchObject({ state: 'not_certified', submittedAt: null });
      expect((await submit(person, whole)).code).toBe('success');
    });

    it('waits for staff; a second one is refused, also concurrently', async () => {
      const person = await someone();
      const whole = { ...DETAILS, documentNumber: '55554444K', ...(await photosFor(person)) };
      const answers = await Promise.all([submit(person, whole), submit(person, whole), submit(person, whole)]);
      expect(answers.map(({ code }) => code).sort()).toEqual([
        'success',
        'verification.under.review',
        'verification.under.review',
      ]);
      expect(await stateOf(person)).toMatchObject({
        state: 'under_review',
        documentNumber: '****444K',
        name: DETAILS.name,
      });
      expect((await submit(person, { ...whole, ...(await photosFor(person)) })).code).toBe('verification.under.review');
      const messages = await exchange.post('/app/message/list', {}, person.ticket);
      expect(messages.data.records.map(({ key }: Json) => key)).toContain('verification.submitted');
    });

    it('of a passport needs no back side', async () => {
      const person = await someone();
      const front = await upload(person, 'front');
      const handHeld = await upload(person, 'hand_held');
      const request = { ...DETAILS, documentType: 'passport', documentNumber: 'AB 123 456', front, handHeld };
      expect((await submit(person, request)).data).toMatchObject({ state: 'under_review', documentNumber: '****3456' });
    });

    it('is unreadable everywhere without the key', async () => {
      const person = await someone();
      await submitted(person, { name: 'Zyxwv Unreadable', documentNumber: 'QQQ-777-WWW' });
      await exchange.application.exchange.database.sql.selectFrom('users').select('id').execute();
      for (const name of readdirSync(exchange.dataDir).filter((one) => one.startsWith('exchange.sqlite'))) {
        const stored = readFileSync(path.join(exchange.dataDir, name));
        expect(stored.includes(person.email)).toBe(name === 'exchange.sqlite-wal' || stored.includes(person.email));
        expect(stored.includes('Unreadable')).toBe(false);
        expect(stored.includes('QQQ777WWW')).toBe(false);
      }
    });
  });

  describe('review', () => {
    it('rejects with a reason that the user reads, who then resubmits and is approved', async () => {
      const person = await someone();
      const first = await submitted(person);
      expect((await reject(first, '')).code).toBe('request.invalid');
      expect((await reject(first, 'The photo of the back is not sharp.')).code).toBe('success');
      expect(await stateOf(person)).toMatchObject({ state: 'failed', reason: 'The photo of the back is not sharp.' });
      for (const answer of [await reject(first, 'again'), await approve(first)]) {
        expect(answer.code).toBe('verification.state.invalid');
      }
      const second = await submitted(person);
      expect(await stateOf(person)).toMatchObject({ state: 'under_review', reason: null });
      const { data } = await exchange.get(`/admin/verification/detail?verification=${second}`, admin.ticket);
      expect(data).toMatchObject({
        documentNumber: maskedDocumentNumber(`${person.id}Z`),
        name: 'An***',
        nationality: 'ES',
        sameDocument: [],
        reviewedBy: null,
      });
      expect(await shown(second, person)).toMatchObject({ name: DETAILS.name, documentNumber: `${person.id}Z` });
      expect(data.photos.map(({ kind }: Json) => kind)).toEqual(['front', 'back', 'hand_held']);
      expect(data.earlier.map((one: Json) => [one.verification, one.state, one.reviewedBy])).toEqual([
        [first, 'failed', admin.id],
      ]);

      const names = exchange.application.nest.get(VerifiedNames);
      expect(await names.nameOf(person.id)).toBeNull();
      const clientId = exchange.clientId();
      const approved = await approve(second, admin, clientId);
      expect([approved.code, approved.data.repeated]).toEqual(['success', false]);
      expect(await stateOf(person)).toMatchObject({ state: 'certified', reason: null });
      expect(await names.nameOf(person.id)).toBe(DETAILS.name);
      expect((await exchange.get('/app/account/getUserInfo', person.ticket)).data.nationality).toBe('ES');
      expect((await approve(second, admin, clientId)).code).toBe('verification.state.invalid');
      expect((await reject(second, 'too late')).code).toBe('verification.state.invalid');
      expect((await submit(person, { ...DETAILS, documentNumber: '1234', ...(await photosFor(person)) })).code).toBe(
        'account.already.verified',
      );
      const { data: messages } = await exchange.post('/app/message/list', {}, person.ticket);
      expect(
        messages.records.map(({ key }: Json) => key).filter((key: string) => key.startsWith('verification')),
      ).toEqual(['verification.passed', 'verification.submitted', 'verification.failed', 'verification.submitted']);
    });

    it('lets verified members trade, and nobody before', async () => {
      await exchange.listMarkets(admin);
      const person = await someone();
      await exchange.fund(person, 'USDT', '1000');
      const order = () => ({
        clientId: exchange.clientId(),
        market: 'BTC-USDT',
        side: 'buy',
        kind: 'limit',
        price: '50000',
        quantity: '0.001',
      });
      const place = () => exchange.post('/app/spot/place', order(), person.ticket);
      const verification = await submitted(person);
      expect((await place()).code).toBe('account.not.authenticated');
      await approve(verification);
      expect((await place()).code).toBe('success');
    });

    it('verifies one account per document, in any notation of its number, and shows staff the other account', async () => {
      const [one, other, abroad] = [await someone(), await someone(), await someone()];
      const first = await submitted(one, { documentNumber: 'ab 99 88 77' });
      const second = await submitted(other, { documentNumber: 'AB-998877' });
      const elsewhere = await submitted(abroad, { documentNumber: 'AB998877', nationality: 'PT' });
      const { data } = await exchange.get(`/admin/verification/detail?verification=${second}`, admin.ticket);
      expect(data.sameDocument).toEqual([one.id]);
      expect((await approve(first)).code).toBe('success');
      expect((await approve(second)).code).toBe('document.already.used');
      expect(await stateOf(other)).toMatchObject({ state: 'under_review' });
      expect((await reject(second, 'This document belongs to somebody else.')).code).toBe('success');
      const again = await submit(other, {
        ...DETAILS,
        documentNumber: 'Ａｂ９９８８７７',
        ...(await photosFor(other)),
      });
      // The submitter notices nothing; staff see the other account and cannot verify a second one.
      expect([again.code, again.data.state]).toEqual(['success', 'under_review']);
      const { data: all } = await exchange.post('/admin/verification/list', { userId: other.id }, admin.ticket);
      expect((await approve(all.records[0].verification)).code).toBe('document.already.used');
      expect((await approve(elsewhere)).code).toBe('success');
    });

    it('does not reveal to guessers which numbers are known, and allows few tries', async () => {
      const [customer, guesser] = [await someone(), await someone()];
      const first = await submitted(customer, { documentNumber: 'CUST-0001' });
      expect((await approve(first)).code).toBe('success');
      const invented = { front: 'x'.repeat(22), back: 'y'.repeat(22), handHeld: 'z'.repeat(22) };
      const answers: Json[] = [];
      for (const documentNumber of ['CUST-0001', 'NONE-0001']) {
        const { code, data } = await submit(guesser, { ...DETAILS, documentNumber, ...invented });
        answers.push([code, data]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0][0]).toBe('picture.required');
      for (let tries = 0; tries < 5; tries++) {
        const verification = await submitted(guesser, { documentNumber: tries % 2 === 0 ? 'CUST-0001' : 'NONE-0001' });
        const { data } = await exchange.get(`/admin/verification/detail?verification=${verification}`, admin.ticket);
        expect(data.sameDocument).toEqual(tries % 2 === 0 ? [customer.id] : []);
        expect((await reject(verification, 'Not yours.')).code).toBe('success');
      }
      const sixth = await submit(guesser, { ...DETAILS, documentNumber: 'CUST-0001', ...(await photosFor(guesser)) });
      expect([sixth.code, sixth.data]).toEqual(['verifications.too.many', { maximum: 5 }]);
      now += DAY_MS;
      expect(await submitted(guesser, { documentNumber: 'NONE-0001' })).toEqual(expect.any(String));
    });

    it('is decided once by concurrent decisions', async () => {
      const person = await someone();
      const verification = await submitted(person);
      const [second, third, fourth] = await Promise.all(
        ['second', 'third', 'fourth'].map((name) => exchange.staff('admin', `${name}-${person.id}`)),
      );
      const answers = await Promise.all([
        approve(verification),
        reject(verification, 'no', second),
        approve(verification, third),
        reject(verification, 'no', fourth),
      ]);
      const codes = answers.map(({ code }) => code);
      const { state } = await stateOf(person);
      const outcome = { certified: [codes[0], codes[2]], failed: [codes[1], codes[3]] }[
        state as 'certified' | 'failed'
      ];
      expect(outcome).toContain('success');
      const others = state === 'certified' ? [codes[1], codes[3]] : [codes[0], codes[2]];
      expect(others).toEqual(['verification.state.invalid', 'verification.state.invalid']);
    });

    it('resumes an interrupted approval, which can no longer be rejected', async () => {
      const person = await someone();
      const verification = await submitted(person);
      const { engine } = exchange.application.exchange;
      const submitCommand = engine.submit.bind(engine);
      engine.submit = async (envelope) => {
        // Durable, but the process ends before the answer.
        await submitCommand(envelope);
        throw new Error('killed');
      };
      try {
        expect((await approve(verification)).code).toBe('system.error');
      } finally {
        engine.submit = submitCommand;
      }
      expect((await reject(verification, 'no')).code).toBe('verification.state.invalid');
      const waiting = await exchange.post(
        '/admin/verification/list',
        { state: 'under_review', userId: person.id },
        admin.ticket,
      );
      expect(waiting.data.records).toMatchObject([{ verification, state: 'under_review', reviewedBy: null }]);
      expect((await approve(verification)).code).toBe('success');
      expect(await stateOf(person)).toMatchObject({ state: 'certified' });
      const certified = await exchange.post(
        '/admin/verification/list',
        { state: 'certified', userId: person.id },
        admin.ticket,
      );
      expect(certified.data.records).toMatchObject([{ verification, reviewedBy: admin.id }]);
    });

    it('waits again, with its document released, when the exchange refuses the approval', async () => {
      const person = await someone();
      const other = await someone();
      const verification = await submitted(person, { documentNumber: '31313131A' });
      const clientId = exchange.clientId();
      await exchange.act(admin, '/account/freeze', {
        clientId,
        userId: (await someone()).id,
        reason: 'same client id',
      });
      expect((await approve(verification, admin, clientId)).code).toBe('client.id.reused');
      expect(await stateOf(person)).toMatchObject({ state: 'under_review' });
      const same = await submitted(other, { documentNumber: '31313131A' });
      expect((await approve(same)).code).toBe('success');
      expect((await reject(verification, 'Not yours.')).code).toBe('success');
    });

    it('is refused to the applicant, with or without documents', async () => {
      const staff = await exchange.staff('admin', 'own');
      const verification = await submitted(staff);
      expect((await approve(verification, staff)).code).toBe('staff.self.forbidden');
      expect((await reject(verification, 'no', staff)).code).toBe('staff.self.forbidden');
      const own = { clientId: exchange.clientId(), userId: staff.id };
      expect((await exchange.post('/admin/account/verify', own, staff.ticket)).code).toBe('staff.self.forbidden');
      expect((await approve(verification)).code).toBe('success');
    });

    it('lists the longest waiting first, all others newest first', async () => {
      const { data } = await exchange.post(
        '/admin/verification/list',
        { state: 'under_review', pageSize: 200 },
        admin.ticket,
      );
      const waiting = data.records.map(({ verification }: Json) => Number(verification));
      expect(waiting.length).toBeGreaterThan(1);
      expect(waiting).toEqual([...waiting].sort((one, other) => one - other));
      const all = await exchange.post('/admin/verification/list', { pageSize: 200 }, admin.ticket);
      const numbers = all.data.records.map(({ verification }: Json) => Number(verification));
      expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
      expect(JSON.stringify(all.data)).not.toContain('documentNumber');
      expect((await exchange.get('/admin/verification/detail?verification=999999', admin.ticket)).code).toBe(
        'verification.not.found',
      );
      expect((await approve('999999')).code).toBe('verification.not.found');
    });

    it('serves a photo to authorised staff only: as JPEG, not cached, not sniffed', async () => {
      const person = await someone();
      const pending = await upload(person, 'front');
      const at = (photo: string) => `/admin/verification/photo?photo=${photo}`;
      // Photos that are not submitted are hidden.
      expect((await exchange.get(at(pending), admin.ticket)).code).toBe('personal.data.hidden');
      const verification = await submitted(person, { front: pending });
      const { data } = await exchange.get(`/admin/verification/detail?verification=${verification}`, admin.ticket);
      const [{ photo }] = data.photos;
      expect((await exchange.get(at(photo), admin.ticket)).code).toBe('personal.data.hidden');
      await shown(verification, person);
      const jpeg = await exchange.file(at(photo), admin.ticket);
      expect(jpeg.status).toBe(200);
      expect(jpeg.headers.get('content-type')).toBe('image/jpeg');
      expect(jpeg.headers.get('cache-control')).toBe('no-store');
      expect(jpeg.headers.get('x-content-type-options')).toBe('nosniff');
      expect(jpeg.headers.get('content-security-policy')).toContain("default-src 'none'");
      for (const [ticket, code] of [
        [undefined, 'login.user.not.login'],
        [person.ticket, 'permission.denied'],
        [auditor.ticket, 'permission.denied'],
      ]) {
        expect((await exchange.get(at(photo), ticket)).code).toBe(code);
      }
    });

    it('keeps photos of approved and waiting submissions, and of rejected ones for thirty days', async () => {
      const store = exchange.application.nest.get(PhotoStore);
      const detailOf = async (verification: string): Promise<Json> =>
        (await exchange.get(`/admin/verification/detail?verification=${verification}`, admin.ticket)).data;
      const codeOf = async (photo: string): Promise<string> => {
        const file = await exchange.file(`/admin/verification/photo?photo=${photo}`, admin.ticket);
        return file.headers.get('content-type') === 'image/jpeg' ? 'shown' : JSON.parse(file.bytes.toString()).code;
      };
      const [accepted, waiting, rejected] = [await someone(), await someone(), await someone()];
      const numbers = { accepted: await submitted(accepted), waiting: await submitted(waiting) };
      const first = await submitted(rejected);
      expect((await approve(numbers.accepted)).code).toBe('success');
      expect((await reject(first, 'Too dark')).code).toBe('success');
      const [front, back, handHeld] = (await detailOf(first)).photos.map(({ photo }: Json) => photo);
      await shown(first, rejected);
      now += DAY_MS;
      const again = await submitted(rejected, { documentNumber: `${rejected.id}-Y` });
      now += 29 * DAY_MS - 1;
      await store.sweep();
      expect(await codeOf(front)).toBe('shown');
      expect((await detailOf(first)).photos).toHaveLength(3);
      // An interruption between file and row: viewing still works, and the next sweep continues.
      rmSync(filesOf(rejected).find((file) => path.basename(file) === back) ?? '');
      expect(await codeOf(back)).toBe('photo.not.kept');
      now += 1;
      expect(await store.sweep()).toBeGreaterThanOrEqual(3);
      expect(await store.sweep()).toBe(0);
      for (const photo of [front, back, handHeld]) expect(await codeOf(photo)).toBe('photo.not.kept');
      expect(await detailOf(first)).toMatchObject({ state: 'failed', reason: 'Too dark', photos: [] });
      for (const [verification, person] of [
        [numbers.accepted, accepted],
        [numbers.waiting, waiting],
        [again, rejected],
      ] as const) {
        expect(filesOf(person)).toHaveLength(3);
        const { photos } = await detailOf(verification);
        await shown(verification, person);
        expect(await Promise.all(photos.map(({ photo }: Json) => codeOf(photo)))).toEqual(Array(3).fill('shown'));
      }
    });
  });
});
