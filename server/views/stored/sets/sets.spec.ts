import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkRoom, chooseSet, type StoredSet } from './sets';
import { OWN_SET } from '../views-database';

const set = (name: string, position: number, isOwn = false): StoredSet => ({
  set: name,
  position,
  isOwn,
  isReadModels: true,
});
const own = (position: number): StoredSet => set(OWN_SET, position, true);

test.each<[what: string, sets: StoredSet[], chosen: { ownSet: string; serving: string }]>([
  ['nothing is there: an own set is made and serves', [], { ownSet: OWN_SET, serving: OWN_SET }],
  ['the own set alone serves, however far it is', [own(-1)], { ownSet: OWN_SET, serving: OWN_SET }],
  ['the set of a release without names serves', [set('', 5)], { ownSet: OWN_SET, serving: '' }],
  ['an empty other set does not', [set('', -1)], { ownSet: OWN_SET, serving: OWN_SET }],
  ['an own set without an event does not serve beside it', [set('', 5), own(-1)], { ownSet: OWN_SET, serving: '' }],
  ['an own set 20,000 events behind serves', [set('', 30_000), own(10_000)], { ownSet: OWN_SET, serving: OWN_SET }],
  ['one that is further behind does not', [set('', 30_001), own(10_000)], { ownSet: OWN_SET, serving: '' }],
  [
    'of two others the further serves',
    [set('', 40_000), set('0123456789ab', 50_000), own(3)],
    { ownSet: OWN_SET, serving: '0123456789ab' },
  ],
  [
    'a set of ours that another program has written is left, and another is made',
    [set(OWN_SET, 9), set('0123456789ab', 7)],
    { ownSet: `${OWN_SET}b`, serving: OWN_SET },
  ],
])('%s', (_, sets, chosen) => expect(chooseSet(sets)).toEqual(chosen));

describe('space for another set', () => {
  const MIB = 1024 ** 2;
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await fs.mkdtemp(path.join(tmpdir(), 'room-'));
    await fs.writeFile(path.join(dataDir, 'views.sqlite'), Buffer.alloc(3 * MIB));
    await fs.writeFile(path.join(dataDir, 'records.sqlite-wal'), Buffer.alloc(MIB));
    await fs.writeFile(path.join(dataDir, 'views_0123456789ab.sqlite'), Buffer.alloc(9 * MIB));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await fs.rm(dataDir, { recursive: true });
  });

  const free = (mib: number) => {
    const found = { bavail: mib * 256, bsize: 4096 } as Awaited<ReturnType<typeof fs.statfs>>;
    jest.spyOn(fs, 'statfs').mockResolvedValue(found);
  };

  test('is as much as the existing set takes, plus 256 MiB', async () => {
    free(260);
    await expect(checkRoom({ dataDir }, '')).resolves.toBeUndefined();
    free(259);
    await expect(checkRoom({ dataDir }, '')).rejects.toThrow('the disk has 259 MiB left of 260 needed');
    free(264);
    await expect(checkRoom({ dataDir }, '0123456789ab')).rejects.toThrow('the disk has 264 MiB left of 265 needed');
  });

  test('is not checked for PostgreSQL', async () => {
    free(0);
    await expect(checkRoom({ dataDir, databaseUrl: 'postgres://there' }, '')).resolves.toBeUndefined();
  });
});
