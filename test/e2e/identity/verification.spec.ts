import { once } from 'node:events';
import { readFileSync, statSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { encode } from 'bmp-ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { PhotoStore } from '../../../server/products/identity/api/verification/photo-store';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { Photos } from '../../../server/platform/photos/photos';
import { maskedDocumentNumber } from '../../../shared/products/identity/rules/masks';
import { done, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { DAY_MS, DETAILS, picture, verificationOf } from '../../tools/people/verification';

/** Photos of documents and faces: what is taken for one, what happens while it is received, and how it is kept. */

const CHECK = '/api/oms/uploadBookInfo/uploadBookCheck';

describe('real-name verification', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let now = Date.UTC(2026, 4, 1, 12);

  beforeAll(async () => {
    exchange = await HttpExchange.start(
      {
        LIMIT_PHOTOS_PER_MINUTE_MAX: '1000',
        LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000',
        LIMIT_TICKET_HOURS_MAX: '1000',
      },
      { clock: () => now },
    );
    admin = await exchange.staff('admin');
  });
  afterAll(() => exchange.stop());

  const { someone, upload, submit, submitted, files, filesOf } = verificationOf(
    () => exchange,
    () => admin,
  );

  /** Who was shown a submission may open its photos. */
  const looked = (verification: string, { id: userId }: Person): Promise<Json> => {
    const request = { verification, userId, reason: 'reason/show_verification' };
    return done(exchange.post('/admin/verification/person', request, admin.ticket));
  };

  describe('the check of a photo', () => {
    let person: Person;
    beforeAll(async () => {
      person = await someone();
    });
    const check = (bytes: Buffer, type?: string) => exchange.upload(CHECK, bytes, person.ticket, type);

    it.each<[string, () => Buffer | Promise<Buffer>, string]>([
      ['text that says it is a jpeg', () => Buffer.from('not a picture at all'), 'photo.unreadable'],
      [
        'a script behind the first bytes of a jpeg',
        () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]),
        'photo.unreadable',
      ],
      [
        'a jpeg that ends half way',
        async () => (await picture().jpeg().toBuffer()).subarray(0, 20_000),
        'photo.unreadable',
      ],
      [
        'a png that ends half way',
        async () => (await picture().png().toBuffer()).subarray(0, 100_000),
        'photo.unreadable',
      ],
      ['a gif', () => picture().gif().toBuffer(), 'photo.unreadable'],
      ['a webp', () => picture().webp().toBuffer(), 'photo.unreadable'],
      [
        'an svg',
        () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect/></svg>'),
        'photo.unreadable',
      ],
      ['a bmp that promises more than it brings', () => redOverBlue(400, 400).subarray(0, 10_000), 'photo.unreadable'],
      ['a bmp of a billion pixels in a hundred bytes', () => bmpBomb(), 'photo.unreadable'],
      ['a compressed bmp', () => patched(redOverBlue(400, 400), 30, 1), 'photo.unreadable'],
      ['a picture that is one pixel too narrow', () => picture(299, 500).jpeg().toBuffer(), 'photo.too.small'],
      ['a picture that is one pixel too low', () => picture(500, 299).png().toBuffer(), 'photo.too.small'],
      ['fifty million pixels and more in a few kilobytes', () => flat(10_000, 5_001), 'photo.too.large'],
      ['an empty white sheet', () => flat(800, 600), 'photo.blank'],
      ['a black one', () => flat(800, 600, 'black'), 'photo.blank'],
    ])('ASVS 1.3.4, 5.2.2, 5.2.3: says of %s what is wrong with it', async (_name, bytes, fault) => {
      const { status, code, data } = await check(await bytes(), 'image/jpeg');
      expect([status, code, data.acceptable, data.fault]).toEqual([200, 'success', false, fault]);
    });

    it.each<[string, () => Buffer | Promise<Buffer>]>([
      ['a jpeg', () => picture().jpeg().toBuffer()],
      ['a jpeg in four colours', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
      ['a grey png', () => picture().greyscale().png().toBuffer()],
      ['a png that is interlaced', () => picture().png({ progressive: true }).toBuffer()],
      ['a bmp', () => redOverBlue(400, 320)],
      ['the smallest there may be', () => picture(300, 300).png().toBuffer()],
    ])('accepts %s', async (_name, bytes) => {
      const { code, data } = await check(await bytes());
      expect([code, data.acceptable, data.fault]).toEqual(['success', true, null]);
    });

    it('asks for a picture when there is none, and refuses what is no photo before it is read', async () => {
      expect((await check(Buffer.alloc(0))).code).toBe('picture.required');
      expect((await exchange.post(CHECK, {}, person.ticket)).code).toBe('picture.required');
      const text = await exchange.upload(CHECK, Buffer.from('x'), person.ticket, 'text/html');
      expect([text.status, text.code]).toEqual([400, 'request.invalid']);
    });

    it('ASVS 5.1.1, 5.2.1: takes eight megabytes and not a byte more; without a log-in not even one', async () => {
      const jpeg = await picture().jpeg().toBuffer();
      const most = Buffer.concat([jpeg, Buffer.alloc(8 * 1024 * 1024 - jpeg.length)]);
      expect((await check(most)).data).toMatchObject({ acceptable: true });
      const more = await check(Buffer.concat([most, Buffer.alloc(1)]));
      expect([more.status, more.code]).toEqual([413, 'photo.too.heavy']);
      expect((await exchange.upload(CHECK, jpeg)).code).toBe('login.user.not.login');
      expect((await exchange.upload(CHECK, jpeg, 'x'.repeat(43))).code).toBe('login.user.not.login');
    });

    it('says of a photo that is too heavy how large it is and how large it may be, when the whole of it was sent', async () => {
      const { host, hostname, port } = new URL(exchange.url);
      const socket = connect(Number(port), hostname);
      const faults: Error[] = [];
      socket.on('error', (fault) => faults.push(fault));
      let answer = '';
      socket.on('data', (bytes) => (answer += bytes.toString()));
      const size = 12 * 1024 * 1024;
      const head = [
        `POST /exchange${CHECK} HTTP/1.1`,
        `host: ${host}`,
        `ticket: ${person.ticket}`,
        `content-length: ${size}`,
      ];
      socket.write([...head, 'content-type: image/jpeg', 'lang: ep', '', ''].join('\r\n'));
      for (let sent = 0; sent < size && faults.length === 0; sent += 1024 * 1024) {
        await new Promise((resolve) => socket.write(Buffer.alloc(1024 * 1024), resolve));
      }
      const deadline = Date.now() + 10_000;
      while (!answer.includes('}') && faults.length === 0 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20));
      socket.destroy();
      expect(faults).toEqual([]);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        code: 'photo.too.heavy',
        message: expect.stringMatching(/12\sMB.* 8\sMB/),
        data: { sizeBytes: size, maximumBytes: 8 * 1024 * 1024 },
      });
    });

    it('leaves the limit of every other body as it was', async () => {
      const large = Buffer.alloc(70_000);
      const elsewhere = await exchange.upload('/app/account/logout', large, person.ticket, 'image/jpeg');
      expect([elsewhere.status, elsewhere.code]).toEqual([413, 'request.too.large']);
      const small = await exchange.upload('/app/account/logout', Buffer.alloc(100), person.ticket, 'image/jpeg');
      expect([small.status, small.code]).toEqual([400, 'request.invalid']);
    });

    it('answers whatever bytes come, cut, mixed and turned, and is never at a loss', async () => {
      const samples = await Promise.all([
        picture(320, 300).jpeg().toBuffer(),
        picture(320, 300).png().toBuffer(),
        Promise.resolve(redOverBlue(320, 300)),
      ]);
      const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
      const change = fc.tuple(place, fc.integer({ min: 0, max: 255 }));
      const hostile = fc
        .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 8 }), place, fc.boolean())
        .map(([sample, changes, length, inHead]) => {
          const bytes = Buffer.from(sample.subarray(0, Math.max(1, Math.floor(sample.length * Math.sqrt(length)))));
          for (const [at, value] of changes)
            bytes[Math.floor(at * (inHead ? Math.min(60, bytes.length) : bytes.length))] = value;
          return bytes;
        });
      await fc.assert(
        fc.asyncProperty(hostile, async (bytes) => {
          const { status, code, data } = await check(bytes);
          expect([status, code]).toEqual([200, 'success']);
          expect(data.acceptable).toBe(data.fault === null);
        }),
        { numRuns: 80, seed: 20_260_104 },
      );
    });

    it('is for a user thirty times a minute by default, whatever they send', async () => {
      const other = await HttpExchange.start({}, { monotonic: () => 1_000 });
      try {
        const user = await other.person('hasty');
        const codes = [];
        for (let count = 0; count < 31; count++)
          codes.push((await other.upload(CHECK, Buffer.from('x'), user.ticket)).code);
        expect(codes.slice(0, 30)).toEqual(Array(30).fill('success'));
        expect(codes[30]).toBe('request.too.many');
        expect((await other.upload(CHECK, Buffer.from('x'), (await other.person('patient')).ticket)).code).toBe(
          'success',
        );
      } finally {
        await other.stop();
      }
    });
  });

  describe('the places of photos that are being received', () => {
    let small: HttpExchange;
    let user: Person;
    const sockets: Socket[] = [];
    beforeEach(async () => {
      small = await HttpExchange.start({ LIMIT_PHOTOS_AT_ONCE_MAX: '2', LIMIT_PHOTOS_PER_MINUTE_MAX: '10000' });
      user = await small.person('cut-off');
    });
    afterEach(async () => {
      sockets.splice(0).forEach((socket) => socket.destroy());
      await small.stop();
    });

    const line = (length: number) =>
      [
        `POST /exchange${CHECK} HTTP/1.1`,
        'host: localhost',
        `ticket: ${user.ticket}`,
        'content-type: image/jpeg',
        `content-length: ${length}`,
        '\r\n',
      ].join('\r\n');
    /** Sends a beginning and then nothing more. */
    async function begin(beginning: string): Promise<Socket> {
      const socket = connect(Number(new URL(small.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(beginning);
      return socket;
    }
    const ask = () => small.upload(CHECK, Buffer.from('x'), user.ticket);
    /** Asks until the answer is this one. */
    async function answers(code: string): Promise<void> {
      for (let tries = 0; tries < 2_000; tries++) {
        const answer = await ask();
        if (answer.code === code) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`the answer was never ${code}`);
    }

    it.each<[string, (socket: Socket) => void]>([
      ['hang up', (socket) => socket.end()],
      ['are cut off', (socket) => socket.destroy()],
      ['are reset', (socket) => socket.resetAndDestroy()],
    ])('are free again when those who send them %s in the middle', async (_, leave) => {
      const open = [await begin(`${line(1_000_000)}half`), await begin(`${line(1_000_000)}half`)];
      await answers('system.busy');
      const busy = await ask();
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
      leave(open[0]);
      await answers('success');
      await begin(`${line(1_000_000)}another`);
      await answers('system.busy');
      leave(open[1]);
      await answers('success');
    });

    it('are not all one user’s', async () => {
      const wide = await HttpExchange.start({ LIMIT_PHOTOS_PER_MINUTE_MAX: '10000' });
      const greedy = small;
      try {
        small = wide;
        user = await wide.person('greedy');
        for (let count = 0; count < 4; count++) await begin(`${line(1_000_000)}half`);
        await answers('request.too.many');
        const other = await wide.person('other');
        expect((await wide.upload(CHECK, Buffer.from('x'), other.ticket)).code).toBe('success');
      } finally {
        small = greedy;
        sockets.splice(0).forEach((socket) => socket.destroy());
        await wide.stop();
      }
    });

    it('are free again when a photo is cut off whose answer waits behind that of another', async () => {
      const photos = small.application.nest.get(Photos);
      const judge = photos.judge.bind(photos);
      let release = (): void => undefined;
      // The first photo takes its time, those after it do not.
      const isJudged = new Promise<void>((begun) => {
        photos.judge = async (bytes) => {
          photos.judge = judge;
          begun();
          await new Promise<void>((resolve) => (release = resolve));
          return judge(bytes);
        };
      });
      const socket = await begin(`${line(1)}x${line(1_000_000)}half`);
      await isJudged;
      await answers('system.busy');
      socket.resetAndDestroy();
      await answers('success');
      // Both of them: two others take two places, and one of the two gives back its own.
      await begin(`${line(1_000_000)}half`);
      const last = await begin(`${line(1_000_000)}half`);
      await answers('system.busy');
      last.resetAndDestroy();
      await answers('success');
      release();
    });
  });

  describe('an uploaded photo', () => {
    it('is refused for what the check finds, and for a kind that there is not', async () => {
      const person = await someone();
      const to = (kind: string) => `/app/verification/uploadPhoto?kind=${kind}`;
      expect((await exchange.upload(to('front'), await flat(800, 600), person.ticket)).code).toBe('photo.blank');
      expect((await exchange.upload(to('selfie'), await flat(800, 600), person.ticket)).code).toBe('request.invalid');
      expect((await exchange.upload(to('front'), Buffer.alloc(0), person.ticket)).code).toBe('picture.required');
      expect(filesOf(person)).toEqual([]);
    });

    it('ASVS 5.4.1, 5.4.3: lies sealed, for its owner alone, and without what was hidden in it', async () => {
      const person = await someone();
      const withPlace = await picture()
        .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
        .jpeg()
        .toBuffer();
      expect(withPlace.includes('SECRET-PLACE')).toBe(true);
      const front = await upload(person, 'front', withPlace);
      const [file] = filesOf(person);
      expect(path.basename(file)).toBe(front);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(files()).mode & 0o777).toBe(0o700);
      const sealed = readFileSync(file);
      expect(sealed.includes('SECRET-PLACE')).toBe(false);

      const verification = await submitted(person, { front });
      const { data } = await exchange.get(`/admin/verification/detail?verification=${verification}`, admin.ticket);
      await looked(verification, person);
      const shown = await exchange.file(`/admin/verification/photo?photo=${data.photos[0].photo}`, admin.ticket);
      const { format, exif, width } = await sharp(shown.bytes).metadata();
      expect([format, exif, width]).toEqual(['jpeg', undefined, 400]);
      // Sixteen bytes: three that open every picture stand by chance in one of some hundred sealed files.
      expect(sealed.includes(shown.bytes.subarray(0, 16))).toBe(false);
    });

    it('is submitted once in one submission, however the same picture is wrapped', async () => {
      const person = await someone();
      const drawn = picture(500, 400, 77);
      const pixels = await sharp(await drawn.jpeg().toBuffer())
        .png()
        .toBuffer();
      const jpeg = await drawn.jpeg().toBuffer();
      const front = await upload(person, 'front', jpeg);
      const back = await upload(person, 'back', pixels);
      const handHeld = await upload(person, 'hand_held', jpeg);
      const request = { ...DETAILS, documentNumber: '77777777Z' };
      const same = await submit(person, { ...request, front, back, handHeld });
      expect([same.code, same.data]).toEqual(['photo.repeated', { photos: ['front', 'back', 'hand_held'] }]);
      const other = await upload(person, 'hand_held');
      const two = await submit(person, { ...request, front, back, handHeld: other });
      expect([two.code, two.data]).toEqual(['photo.repeated', { photos: ['front', 'back'] }]);
      // None of them is given away by what was refused.
      const rest = { front, back: await upload(person, 'back'), handHeld: other };
      expect((await submit(person, { ...request, ...rest })).code).toBe('success');
    });

    it('stands upright and has its colours, also out of a bmp', async () => {
      const person = await someone();
      const turned = await picture(500, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
      const front = await upload(person, 'front', turned);
      const back = await upload(person, 'back', redOverBlue(402, 301));
      const handHeld = await upload(person, 'hand_held');
      await looked(await submitted(person, { front, back, handHeld }), person);
      const upright = await exchange.file(`/admin/verification/photo?photo=${front}`, admin.ticket);
      expect(await sharp(upright.bytes).metadata()).toMatchObject({ width: 300, height: 500 });
      const coloured = await exchange.file(`/admin/verification/photo?photo=${back}`, admin.ticket);
      const { data, info } = await sharp(coloured.bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 402, height: 301 });
      const pixel = (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
      ];
      const [red, blue] = [pixel(200, 20), pixel(200, 280)];
      expect(red[0]).toBeGreaterThan(240);
      expect(red[2]).toBeLessThan(15);
      expect(blue[2]).toBeGreaterThan(240);
      expect(blue[0]).toBeLessThan(15);
    });

    it('goes when another of its kind comes, and after a day that nobody submitted it', async () => {
      const person = await someone();
      const first = await upload(person, 'front');
      const second = await upload(person, 'front');
      await upload(person, 'back');
      expect(filesOf(person).map((file) => path.basename(file))).not.toContain(first);
      expect(filesOf(person)).toHaveLength(2);
      const answer = await submit(person, {
        ...DETAILS,
        documentNumber: '12345678Z',
        front: first,
        back: first,
        handHeld: second,
      });
      expect([answer.code, answer.data]).toEqual(['picture.required', { photos: ['front', 'back', 'hand_held'] }]);

      const kept = await someone();
      await submitted(kept);
      const store = exchange.application.nest.get(PhotoStore);
      now += DAY_MS - 1;
      await store.sweep();
      expect(filesOf(person)).toHaveLength(2);
      now += 1;
      await store.sweep();
      expect(filesOf(person)).toEqual([]);
      expect(filesOf(kept)).toHaveLength(3);
      expect(
        (
          await submit(person, {
            ...DETAILS,
            documentNumber: '12345678Z',
            front: second,
            back: second,
            handHeld: second,
          })
        ).code,
      ).toBe('picture.required');
    });
  });
});

/** Upper half red, lower half blue, as a BMP of 24 bits. */
function redOverBlue(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isUpper = pixel < (width * height) / 2;
    data.set(isUpper ? [255, 0, 0, 255] : [255, 255, 0, 0], pixel * 4);
  }
  return Buffer.from(encode({ data, width, height, bitPP: 24 }).data);
}

function flat(width: number, height: number, background = 'white'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
    .png()
    .toBuffer();
}

function patched(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, at);
  return copy;
}

function bmpBomb(): Buffer {
  const head = redOverBlue(400, 400).subarray(0, 100);
  return patched(patched(head, 18, 40_000), 22, 40_000);
}

/** Documents that say who somebody is: how they are submitted, and how staff decide about them. */

describe('real-name verification', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let auditor: Person;
  let now = Date.UTC(2026, 4, 1, 12);

  beforeAll(async () => {
    exchange = await HttpExchange.start(
      {
        LIMIT_PHOTOS_PER_MINUTE_MAX: '1000',
        LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000',
        LIMIT_TICKET_HOURS_MAX: '1000',
      },
      { clock: () => now },
    );
    admin = await exchange.staff('admin');
    auditor = await exchange.staff('auditor');
  });
  afterAll(() => exchange.stop());

  const { someone, upload, photosFor, submit, submitted, filesOf } = verificationOf(
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
  /** What is masked until somebody asks; its photos are answered from then on. */
  const shown = async (verification: string, { id: userId }: Person): Promise<Json> => {
    const request = { verification, userId, reason: 'reason/show_verification' };
    return done(exchange.post('/admin/verification/person', request, admin.ticket));
  };
  const reject = (verification: string, reason: string, staff = admin) =>
    exchange.post('/admin/verification/reject', { verification, reason }, staff.ticket);

  describe('a submission', () => {
    it('says which document, which photos and which number are missing, and changes nothing', async () => {
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

    it('waits for staff: nothing is submitted beside it, not even at once', async () => {
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

    it('of a passport needs no back', async () => {
      const person = await someone();
      const front = await upload(person, 'front');
      const handHeld = await upload(person, 'hand_held');
      const request = { ...DETAILS, documentType: 'passport', documentNumber: 'AB 123 456', front, handHeld };
      expect((await submit(person, request)).data).toMatchObject({ state: 'under_review', documentNumber: '****3456' });
    });

    it('is nowhere readable without the key', async () => {
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

  describe('the review', () => {
    it('rejects with a reason, which the user reads, who then submits again and is approved', async () => {
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
      expect(await names.of(person.id)).toBeNull();
      const clientId = exchange.clientId();
      const approved = await approve(second, admin, clientId);
      expect([approved.code, approved.data.repeated]).toEqual(['success', false]);
      expect(await stateOf(person)).toMatchObject({ state: 'certified', reason: null });
      expect(await names.of(person.id)).toBe(DETAILS.name);
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

    it('lets a verified member trade, and nobody before', async () => {
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

    it('verifies one account with a document, however its number is written, and says to staff who else has it', async () => {
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
      // To who submits it is a document as any other; staff see whose it is, and cannot verify a second account with it.
      expect([again.code, again.data.state]).toEqual(['success', 'under_review']);
      const { data: all } = await exchange.post('/admin/verification/list', { userId: other.id }, admin.ticket);
      expect((await approve(all.records[0].verification)).code).toBe('document.already.used');
      expect((await approve(elsewhere)).code).toBe('success');
    });

    it('tells nobody who guesses numbers which of them are a customer’s, and takes few tries', async () => {
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

    it('is decided once, whoever decides at the same time', async () => {
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

    it('goes on where an approval was cut off, and cannot be rejected any more', async () => {
      const person = await someone();
      const verification = await submitted(person);
      const { engine } = exchange.application.exchange;
      const submitCommand = engine.submit.bind(engine);
      engine.submit = async (envelope) => {
        // Durable, and the process ends before anybody learns of it.
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

    it('waits again, with its document free, when the exchange refuses the approval', async () => {
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

    it('is not for one’s own, neither by documents nor without', async () => {
      const staff = await exchange.staff('admin', 'own');
      const verification = await submitted(staff);
      expect((await approve(verification, staff)).code).toBe('staff.self.forbidden');
      expect((await reject(verification, 'no', staff)).code).toBe('staff.self.forbidden');
      const own = { clientId: exchange.clientId(), userId: staff.id };
      expect((await exchange.post('/admin/account/verify', own, staff.ticket)).code).toBe('staff.self.forbidden');
      expect((await approve(verification)).code).toBe('success');
    });

    it('lists the longest waiting first, and others newest first', async () => {
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

    it('shows a photo to staff with the right and to nobody else: a jpeg, not cached, not sniffed', async () => {
      const person = await someone();
      const pending = await upload(person, 'front');
      const at = (photo: string) => `/admin/verification/photo?photo=${photo}`;
      // What is not submitted is nobody's business.
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

    it('keeps the photos of who was accepted or waits, and those of who was rejected for thirty days', async () => {
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
      // Cut off between the file and the row: the look at it is answered, and the next sweep goes on.
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
