/** Submissions, photos, rights and the staff log, for every store. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { PhotoStore } from '../../../server/products/identity/api/verification/photo-store';
import { Submissions, type NewSubmission } from '../../../server/products/identity/api/verification/submissions';
import { StaffLog, type NewStaffLog } from '../../../server/platform/auth/staff/staff-log';
import type { PhotoKind } from '../../../shared/products/identity/verification';
import { Users, type NewUser } from '../../../server/platform/auth/users';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { DiskFiles } from '../../../server/platform/files/disk-files';
import { LIMITS } from '../../../server/platform/limits';
import { Secrets } from '../../../server/platform/secrets/secrets';
import { UserSecrets } from '../../../server/platform/secrets/user-secrets';
import type { StoreHarness } from './harness';

const AT = 1_800_000_000_000;
const CONFIG = { limits: LIMITS, staffNetworks: [] };
const PERSON: Omit<NewUser, 'email'> = { passwordHash: 'hash', role: 'user', nickName: 'n', registerClientId: null };
const ROW: NewStaffLog = {
  staffId: 1,
  role: 'admin',
  ip: '203.0.113.7',
  action: 'admin/account/freeze',
  isLookUp: 0,
  target: null,
  userId: null,
  reason: null,
  facts: '{}',
};

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Error) => error.message,
  );

export function verificationConformance(name: string, harness: StoreHarness): void {
  describe(`verification and staff in ${name}`, () => {
    /** Two servers on one PostgreSQL; a SQLite file belongs to one process. */
    let databases: Database<ExchangeTables>[];
    let folder: string;

    beforeAll(async () => {
      const config = await harness.create();
      folder = path.join(config.dataDir, 'files-of-verification');
      databases = [await openDatabase(config, 'exchange')];
      databases.push(config.databaseUrl ? await openDatabase(config, 'exchange') : databases[0]);
    });
    afterAll(async () => {
      await Promise.all([...new Set(databases)].map((database) => database.close()));
      rmSync(folder, { recursive: true, force: true });
    });

    const clock = () => AT;
    const secrets = new Secrets({ secretsKeys: [Buffer.alloc(32, 1).toString('base64')], dataDir: '' });
    const stores = () => {
      const files = new DiskFiles(folder);
      return databases.map(
        (database) => new PhotoStore(database, files, clock, CONFIG, new UserSecrets(database, secrets)),
      );
    };
    const both = () => {
      const photos = stores();
      return databases.map((one, index) => {
        const own = new UserSecrets(one, secrets);
        return new Submissions(one, clock, secrets, own, photos[index], new VerifiedNames(), CONFIG);
      });
    };

    let people = 0;
    async function newUser(role: NewUser['role'] = 'user'): Promise<number> {
      const email = `verification-${++people}@test.example`;
      const row = await new Users(databases[0], clock).add({ ...PERSON, role, email });
      return (row as { id: number }).id;
    }

    const drawnOf = (kind: PhotoKind) => ({ jpeg: Buffer.from(`jpeg of ${kind}`), width: 1, height: 1 });

    async function submissionOf(userId: number, documentNumber: string): Promise<NewSubmission> {
      const [store] = stores();
      const { photo: front } = await store.keep(userId, 'front', drawnOf('front'));
      const { photo: handHeld } = await store.keep(userId, 'hand_held', drawnOf('hand_held'));
      const document = { documentType: 'passport', documentNumber, nationality: 'JP' } as const;
      return { userId, name: 'N', ...document, photos: { front, hand_held: handHeld } };
    }

    test('deletes photos of a rejected submission after their retention, and keeps those under review', async () => {
      const [one] = both();
      const [rejected, waiting] = [await newUser(), await newUser()];
      const ids = [
        await one.add(await submissionOf(rejected, 'GONE12345')),
        await one.add(await submissionOf(waiting, 'KEPT12345')),
      ];
      await one.reject(ids[0], 1, 'not sharp');
      const later = (ms: number) =>
        new PhotoStore(
          databases[0],
          new DiskFiles(folder),
          () => AT + ms,
          CONFIG,
          new UserSecrets(databases[0], secrets),
        );
      const days = LIMITS.rejectedPhotoDaysMax * 86_400_000;
      const [photo] = await later(0).ofSubmission(ids[0]);
      await later(days - 1).sweep();
      expect(await later(0).open(photo.id)).toEqual(drawnOf(photo.kind).jpeg);
      await later(days).sweep();
      expect(await outcomeOf(later(0).open(photo.id))).toBe('photo.not.kept');
      expect(await later(0).ofSubmission(ids[0])).toEqual([]);
      for (const { id, kind } of await later(0).ofSubmission(ids[1])) {
        expect(await later(0).open(id)).toEqual(drawnOf(kind).jpeg);
      }
      expect(await later(0).ofSubmission(ids[1])).toHaveLength(2);
    });

    test('keeps one of two concurrent uploads of a kind', async () => {
      const userId = await newUser();
      const drawn = { jpeg: Buffer.from('jpeg'), width: 1, height: 1 };
      await Promise.all([...stores(), ...stores()].map((store) => store.keep(userId, 'back', drawn)));
      await stores()[0].keep(userId, 'back', drawn);
      const left = await databases[0].sql
        .selectFrom('photos')
        .select('isStored')
        .where('userId', '=', userId)
        .execute();
      expect(left.length).toBeGreaterThanOrEqual(1);
      expect(left.every(({ isStored }) => isStored === 1)).toBe(true);
    });

    test('allows one pending submission at a time under concurrency; its photos belong to it alone', async () => {
      const userId = await newUser();
      const submission = await submissionOf(userId, 'TK1234567');
      const outcomes = await Promise.all([...both(), ...both()].map((one) => outcomeOf(one.add(submission))));
      expect(outcomes.sort()).toEqual(['done', ...Array<string>(3).fill('verification.under.review')]);
      const [one] = both();
      const newest = await one.newestOf(userId);
      expect(newest).toMatchObject({ documentNumber: 'TK1234567', status: 'under_review', reviewedBy: null });
      await one.reject(newest?.id ?? 0, 1, 'not sharp');
      expect(await outcomeOf(one.add(submission))).toBe('picture.required');
    });

    test("refuses a submission with two copies of one photo; other users' photos never count as copies", async () => {
      const [userId, another] = [await newUser(), await newUser()];
      const [store] = stores();
      const [one] = both();
      const submission = await submissionOf(userId, 'COPY12345');
      const { photo: front } = await store.keep(userId, 'front', drawnOf('hand_held'));
      const copied = { ...submission, photos: { ...submission.photos, front } };
      expect(await outcomeOf(one.add(copied))).toBe('photo.repeated');
      expect(await outcomeOf(one.add(await submissionOf(another, 'COPY12346')))).toBe('done');
      const { photo: taken } = await store.keep(userId, 'front', drawnOf('front'));
      expect(await outcomeOf(one.add({ ...copied, photos: { ...copied.photos, front: taken } }))).toBe('done');
    });

    test('one document verifies one user, even if two are approved at once', async () => {
      const [one, other] = both();
      const users = [await newUser(), await newUser()];
      const first = await one.add(await submissionOf(users[0], 'SAME12345'));
      const second = await other.add(await submissionOf(users[1], 'SAME12345'));
      expect(await one.othersWithDocumentOf(first)).toEqual([users[1]]);
      const outcomes = await Promise.all([
        outcomeOf(one.beginApproval(first, 1)),
        outcomeOf(other.beginApproval(second, 1)),
      ]);
      expect(outcomes.sort()).toEqual(['document.already.used', 'done']);
      // The refused one stays under review; the other can be finished once.
      const statuses = await Promise.all([one.find(first), other.find(second)]);
      expect(statuses.map(({ status }) => status).sort()).toEqual(['approving', 'under_review']);
      const approving = statuses[0].status === 'approving' ? first : second;
      expect((await Promise.all([one.finishApproval(approving), other.finishApproval(approving)])).sort()).toEqual([
        false,
        true,
      ]);
      const { total } = await one.list('certified', undefined, 0, 10);
      expect(total).toBe(1);
    });

    test('a submission is approved or rejected, and not both', async () => {
      const [one, other] = both();
      for (let round = 0; round < 5; round++) {
        const id = await one.add(await submissionOf(await newUser(), `ROUND000${round}`));
        const outcomes = await Promise.all([outcomeOf(one.beginApproval(id, 1)), outcomeOf(other.reject(id, 2, 'no'))]);
        expect(outcomes.sort()).toEqual(['done', 'verification.state.invalid']);
      }
    });

    test('filters the log by the beginning of an action, newest first', async () => {
      const log = new StaffLog(databases[0], clock);
      const page = { pageIndex: 1, pageSize: 10, lookUps: false };
      const first = await log.begin(ROW);
      const second = await log.begin({ ...ROW, action: 'admin/account/unfreeze', userId: 7 });
      await log.begin({ ...ROW, isLookUp: 1 });
      await log.complete(first, 'success', 42);
      const all = await log.list(page);
      expect(all.rows.map(({ id, outcome, position }) => [id, outcome, position])).toEqual([
        [second, null, null],
        [first, 'success', 42],
      ]);
      expect((await log.list({ ...page, action: 'admin/account/un' })).rows.map(({ id }) => id)).toEqual([second]);
      expect((await log.list({ ...page, userId: 7 })).total).toBe(1);
      expect((await log.list({ ...page, lookUps: true })).total).toBe(3);
      expect((await log.list({ ...page, from: AT + 1 })).total).toBe(0);
    });
  });
}
