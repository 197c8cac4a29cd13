import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultOf, startS3Server, type S3Server } from '../../../test/tools/stores/s3-server';
import { DiskFiles } from './disk-files';
import type { Files } from './files';
import { openFiles } from './open-files';
import { restrictFolders, writePrivately } from './private-file';
import { S3Files, StoreUnavailable } from './s3-files';

const CREDENTIALS = { accessKey: 'AKIDEXAMPLE', secretKey: 'a secret/with+signs', region: 'eu-central-1' };
const NAME = 'verification/10000001/Zk3vQ9r0T1yW2xB4nM5p_-';
const folder = mkdtempSync(path.join(tmpdir(), 'exchange-files-'));
let store: S3Server;

beforeAll(async () => {
  store = await startS3Server(CREDENTIALS);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each<[string, () => Files]>([
  ['a folder', () => new DiskFiles(path.join(folder, 'files'))],
  ['a bucket', () => new S3Files({ ...CREDENTIALS, url: store.url }, Date.now)],
])('files in %s', (_name, open) => {
  it.each([
    '',
    'alone',
    '../outside/a',
    'verification/../../etc/passwd',
    '/etc/passwd',
    'verification//a',
    'verification/a b',
    'verification/a?b',
    'verification/a%2fb',
    'verification/a\0',
    'verification/a\n/b',
  ])('ASVS 5.3.2: reject the name %j', async (name) => {
    const files = open();
    await expect(files.put(name, Buffer.from('x'))).rejects.toThrow('not the name of a file');
    await expect(files.get(name)).rejects.toThrow('not the name of a file');
    await expect(files.remove(name)).rejects.toThrow('not the name of a file');
  });

  it('do not exist before a put and after a removal, which may be repeated', async () => {
    const files = open();
    expect(await files.get(NAME)).toBeNull();
    await files.remove(NAME);
    await files.put(NAME, Buffer.from('once'));
    await files.remove(NAME);
    await files.remove(NAME);
    expect(await files.get(NAME)).toBeNull();
  });

  it('are read back byte for byte, empty and large ones, and are replaced as a whole', async () => {
    const files = open();
    const every = Buffer.from(Array.from({ length: 256 * 40 }, (_, index) => index % 256));
    for (const bytes of [Buffer.alloc(8 * 1024 * 1024, 7), every, Buffer.alloc(0)]) {
      await files.put(NAME, bytes);
      expect((await files.get(NAME))?.equals(bytes)).toBe(true);
    }
  });

  it('do not mix when many are put concurrently', async () => {
    const files = open();
    const names = Array.from({ length: 20 }, (_, index) => `verification/many/${index}`);
    await Promise.all(names.map((name) => files.put(name, Buffer.from(name))));
    expect((await Promise.all(names.map((name) => files.get(name)))).map(String)).toEqual(names);
    await Promise.all(['one', 'two', 'three'].map((text) => files.put(NAME, Buffer.from(text.repeat(1_000)))));
    expect(['one', 'two', 'three'].map((text) => text.repeat(1_000))).toContain(String(await files.get(NAME)));
  });
});

describe('a folder of files', () => {
  it('ASVS 5.3.1: is readable by its owner only and keeps nothing of a failed write', async () => {
    const root = path.join(folder, 'owned');
    const files = new DiskFiles(root);
    await files.put('verification/1/a', Buffer.from('x'));
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(root, 'verification/1')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(root, 'verification/1/a')).mode & 0o777).toBe(0o600);
    writeFileSync(path.join(root, 'verification/2'), 'a file where a folder is needed');
    await expect(files.put('verification/2/a', Buffer.from('x'))).rejects.toThrow();
    symlinkSync('nowhere/at/all', path.join(root, 'verification/3'));
    await expect(files.put('verification/3/a', Buffer.from('x'))).rejects.toThrow();
    expect(readdirSync(path.join(root, 'verification/1'))).toEqual(['a']);
  });

  it('is the default without a bucket', async () => {
    const dataDir = path.join(folder, 'data');
    await openFiles({ dataDir }, Date.now).put('verification/1/a', Buffer.from('x'));
    expect(existsSync(path.join(dataDir, 'files/verification/1/a'))).toBe(true);
    const before = store.objects.size;
    await openFiles({ dataDir, bucket: { ...CREDENTIALS, url: store.url } }, Date.now).put(
      'verification/1/b',
      Buffer.from('x'),
    );
    expect(store.objects.size).toBe(before + 1);
    expect(existsSync(path.join(dataDir, 'files/verification/1/b'))).toBe(false);
  });
});

describe('folders of the data directory', () => {
  it('left open by an earlier version are closed; other entries stay unchanged', () => {
    const dataDir = mkdtempSync(path.join(folder, 'data-'));
    for (const name of ['journal', 'heads']) mkdirSync(path.join(dataDir, name), { mode: 0o755 });
    mkdirSync(path.join(folder, 'elsewhere'), { mode: 0o755 });
    symlinkSync(path.join(folder, 'elsewhere'), path.join(dataDir, 'link'));
    writeFileSync(path.join(dataDir, 'file'), '', { mode: 0o644 });
    restrictFolders(dataDir);
    const modeOf = (name: string): number => statSync(path.join(dataDir, name)).mode & 0o777;
    expect(['journal', 'heads', 'link', 'file'].map(modeOf)).toEqual([0o700, 0o700, 0o755, 0o644]);
    expect(() => restrictFolders(path.join(dataDir, 'nothing'))).not.toThrow();
  });

  it('are created for their owner only, on every level', () => {
    const file = path.join(folder, 'made', 'below', 'file');
    writePrivately(file, 'text');
    for (const one of [path.dirname(file), path.dirname(path.dirname(file))])
      expect(statSync(one).mode & 0o777).toBe(0o700);
  });
});

describe('a bucket of files', () => {
  const files = (changed: Partial<typeof CREDENTIALS> = {}, clock = Date.now) =>
    new S3Files({ ...CREDENTIALS, ...changed, url: `${store.url}/` }, clock);

  it.each<[string, () => Files, string]>([
    ['with another key', () => files({ accessKey: 'AKIDOTHER' }), '403 InvalidAccessKeyId'],
    ['with another secret', () => files({ secretKey: 'a secret/with+sign' }), '403 SignatureDoesNotMatch'],
    ['for another region', () => files({ region: 'us-east-1' }), '403 AuthorizationHeaderMalformed'],
    ['by a clock that is off', () => files({}, () => Date.now() - 3_600_000), '403 RequestTimeTooSkewed'],
  ])('rejects a request %s at once', async (_name, open, fault) => {
    const before = store.requests.length;
    await expect(open().put(NAME, Buffer.from('x'))).rejects.toThrow(fault);
    expect(store.requests.length).toBe(before + 1);
    const refused = await open()
      .get(NAME)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect(String(refused)).not.toContain(NAME);
  });

  it('is tried three times while unreachable', async () => {
    store.failures.push(503, 'hang up');
    await files().put('verification/1/later', Buffer.from('there'));
    expect(String(store.objects.get('verification/1/later'))).toBe('there');
    store.failures.push(500, 429, 503);
    await expect(files().get('verification/1/later')).rejects.toThrow('503 SlowDown');
    expect(String(await files().get('verification/1/later'))).toBe('there');
  });

  it('that is missing differs from a missing file', async () => {
    await expect(
      new S3Files({ ...CREDENTIALS, url: `${store.url}s` }, Date.now).put(NAME, Buffer.from('x')),
    ).rejects.toThrow('404 NoSuchBucket');
  });
});

/** From the documentation of Amazon S3, so that the test's store verifies like others. */
test('the store of these tests accepts the published example of a signature', () => {
  const example = {
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    body: Buffer.alloc(0),
  };
  const credentials = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const at = Date.UTC(2013, 4, 24);
  expect(faultOf(example, credentials, at)).toBeNull();
  expect(faultOf({ ...example, url: '/test.txt2' }, credentials, at)).toBe('SignatureDoesNotMatch');
  const changed = { ...example, headers: { ...example.headers, range: 'bytes=0-99' } };
  expect(faultOf(changed, credentials, at)).toBe('SignatureDoesNotMatch');
});
