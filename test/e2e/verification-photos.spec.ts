/** Photos of documents and faces: what is taken for one, what happens while it is received, and how it is kept. */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { encode } from 'bmp-ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { PhotoStore } from '../../server/features/verification/photo-store';
import { Photos } from '../../server/platform/photos/photos';
import { done, HttpExchange, type Json, type Person } from '../tools/http-exchange';
import { DAY_MS, DETAILS, picture, verificationOf } from '../tools/verification';

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
    ])('says of %s what is wrong with it', async (_name, bytes, fault) => {
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

    it('takes eight megabytes and not a byte more; without a log-in not even one', async () => {
      const jpeg = await picture().jpeg().toBuffer();
      const most = Buffer.concat([jpeg, Buffer.alloc(8 * 1024 * 1024 - jpeg.length)]);
      expect((await check(most)).data).toMatchObject({ acceptable: true });
      const more = await check(Buffer.concat([most, Buffer.alloc(1)]));
      expect([more.status, more.code]).toEqual([413, 'request.too.large']);
      expect((await exchange.upload(CHECK, jpeg)).code).toBe('login.user.not.login');
      expect((await exchange.upload(CHECK, jpeg, 'x'.repeat(43))).code).toBe('login.user.not.login');
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

    it('lies sealed, for its owner alone, and without what was hidden in it', async () => {
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
      expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);

      const verification = await submitted(person, { front });
      const { data } = await exchange.get(`/admin/verification/detail?verification=${verification}`, admin.ticket);
      await looked(verification, person);
      const shown = await exchange.file(`/admin/verification/photo?photo=${data.photos[0].photo}`, admin.ticket);
      const { format, exif, width } = await sharp(shown.bytes).metadata();
      expect([format, exif, width]).toEqual(['jpeg', undefined, 400]);
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
