import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { encode } from 'bmp-ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { PhotoStore } from '../../../server/products/identity/api/verification/photo-store';
import { Photos } from '../../../server/platform/photos/photos';
import { HttpExchange, type Person } from '../../tools/people/http-exchange';
import { DAY_MS, DETAILS, FAR_LIMITS, picture, verificationOf } from '../../tools/people/verification';

/** Photos of documents and faces: accepted formats, limits while they are received, and storage. */

const CHECK = '/api/oms/uploadBookInfo/uploadBookCheck';

describe('real-name verification', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let now = Date.UTC(2026, 4, 1, 12);

  beforeAll(async () => {
    exchange = await HttpExchange.start(FAR_LIMITS, { clock: () => now });
    admin = await exchange.staff('admin');
  });
  afterAll(() => exchange.stop());

  const { someone, upload, submit, submitted, looked, files, filesOf } = verificationOf(
    () => exchange,
    () => admin,
  );

  describe('photo check', () => {
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
    ])('ASVS 1.3.4, 5.2.2, 5.2.3: reports the problem of %s', async (_name, bytes, fault) => {
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

    it('asks for a missing picture, and refuses other content before reading it', async () => {
      expect((await check(Buffer.alloc(0))).code).toBe('picture.required');
      expect((await exchange.post(CHECK, {}, person.ticket)).code).toBe('picture.required');
      const text = await exchange.upload(CHECK, Buffer.from('x'), person.ticket, 'text/html');
      expect([text.status, text.code]).toEqual([400, 'request.invalid']);
    });

    it('ASVS 5.1.1, 5.2.1: accepts eight megabytes and not a byte more; without a log-in not even one', async () => {
      const jpeg = await picture().jpeg().toBuffer();
      const most = Buffer.concat([jpeg, Buffer.alloc(8 * 1024 * 1024 - jpeg.length)]);
      expect((await check(most)).data).toMatchObject({ acceptable: true });
      const more = await check(Buffer.concat([most, Buffer.alloc(1)]));
      expect([more.status, more.code]).toEqual([413, 'photo.too.heavy']);
      expect((await exchange.upload(CHECK, jpeg)).code).toBe('login.user.not.login');
      expect((await exchange.upload(CHECK, jpeg, 'x'.repeat(43))).code).toBe('login.user.not.login');
    });

    it('reports actual and maximum size of a photo that is too large, once it is received', async () => {
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

    it('leaves the size limit of all other bodies unchanged', async () => {
      const large = Buffer.alloc(70_000);
      const elsewhere = await exchange.upload('/app/account/logout', large, person.ticket, 'image/jpeg');
      expect([elsewhere.status, elsewhere.code]).toEqual([413, 'request.too.large']);
      const small = await exchange.upload('/app/account/logout', Buffer.alloc(100), person.ticket, 'image/jpeg');
      expect([small.status, small.code]).toEqual([400, 'request.invalid']);
    });

    it('handles truncated, mixed and altered bytes without a fault', async () => {
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

    it('is limited to thirty per user and minute by default, whatever the content', async () => {
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

  describe('upload slots', () => {
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
    /** Sends the beginning of an upload and then stops. */
    async function begin(beginning: string): Promise<Socket> {
      const socket = connect(Number(new URL(small.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(beginning);
      return socket;
    }
    const ask = () => small.upload(CHECK, Buffer.from('x'), user.ticket);
    /** Polls until the answer has this code. */
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
    ])('are released when the senders %s in the middle', async (_, leave) => {
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

    it('are not all available to one user', async () => {
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

    it('are released when a photo is aborted whose answer waits behind another one', async () => {
      const photos = small.application.nest.get(Photos);
      const judge = photos.check.bind(photos);
      let release = (): void => undefined;
      // The first photo is checked slowly, later ones are not.
      const isJudged = new Promise<void>((begun) => {
        photos.check = async (bytes) => {
          photos.check = judge;
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
      // Both are free: two other uploads take two slots, and one of the former gives back only its own.
      await begin(`${line(1_000_000)}half`);
      const last = await begin(`${line(1_000_000)}half`);
      await answers('system.busy');
      last.resetAndDestroy();
      await answers('success');
      release();
    });
  });

  describe('an uploaded photo', () => {
    it('is refused for problems found by the check and for an unknown kind', async () => {
      const person = await someone();
      const to = (kind: string) => `/app/verification/uploadPhoto?kind=${kind}`;
      expect((await exchange.upload(to('front'), await flat(800, 600), person.ticket)).code).toBe('photo.blank');
      expect((await exchange.upload(to('selfie'), await flat(800, 600), person.ticket)).code).toBe('request.invalid');
      expect((await exchange.upload(to('front'), Buffer.alloc(0), person.ticket)).code).toBe('picture.required');
      expect(filesOf(person)).toEqual([]);
    });

    it('ASVS 5.4.1, 5.4.3: is stored encrypted, for its owner only, without embedded metadata', async () => {
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
      // Sixteen bytes: three header bytes occur by chance in one of several hundred encrypted files.
      expect(sealed.includes(shown.bytes.subarray(0, 16))).toBe(false);
    });

    it('is submitted once only, however the same picture is encoded', async () => {
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
      // The refusal reveals none of the earlier photos.
      const rest = { front, back: await upload(person, 'back'), handHeld: other };
      expect((await submit(person, { ...request, ...rest })).code).toBe('success');
    });

    it('is upright with correct colours, also from a BMP', async () => {
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

    it('is deleted when replaced by another of its kind, and after a day without submission', async () => {
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

/** Upper half red, lower half blue, as a 24-bit BMP. */
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
