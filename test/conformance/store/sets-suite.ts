/** The switch from an earlier program's set of tables to the current one, in both stores. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SchemaModule } from 'kysely';
import { CORE_NAME } from '../../../server/compose';
import { journalDirectory, openJournal, type OpenedJournal } from '../../../server/journal/source';
import { dropDatabase, type DatabaseConfig } from '../../../server/platform/database/database';
import { readCheckpoint } from '../../../server/views/stored/projecting/checkpoint';
import type { Projectors } from '../../../server/views/stored/projecting/projectors';
import { openReadModels, type ReadModelSets } from '../../../server/views/stored/sets/read-model-sets';
import { setsIn } from '../../../server/views/stored/sets/sets';
import { MODELS } from '../../../server/views/stored/tables';
import { openModel, OWN_SET, type ReadModels } from '../../../server/views/stored/views-database';
import { compiledChild } from '../../tools/kill/kill-files';
import { draftOf, sampleHistory } from '../../tools/samples/sample-history';
import type { SetsChild } from '../../tools/kill/sets-child';
import type { StoreHarness } from './harness';
import { dump, project } from './traders';

/** Timeout for hanging tests; generous for a machine under load. */
const LONG_MS = 120_000;
const RECORDS_TABLES = ['checkpoint', 'balances', 'ledger_records'];

type Change = (schema: SchemaModule, integer: 'integer' | 'bigint') => Promise<void>;
const unchanged: Change = () => Promise.resolve();

export function setsConformance(name: string, harness: StoreHarness): void {
  describe(`sets of read models in ${name}`, () => {
    const history = sampleHistory(600, { seed: 3, users: 5, core: CORE_NAME });
    const end = history.stored.length;
    const at = (index: number): number => history.stored[index].position;
    let config: DatabaseConfig;
    let opened: OpenedJournal | null;
    let sets: ReadModelSets | null;
    let projectors: Projectors;
    let said: string[];
    /** Last position reported to the exchange. */
    let heard: number;

    beforeEach(async () => {
      // Each test has its own journal.
      const dataDir = mkdtempSync(path.join(tmpdir(), 'sets-'));
      config = { ...(await harness.createBare()), dataDir };
      [opened, sets, said, heard] = [null, null, [], -1];
    });
    afterEach(async () => {
      await halt();
      rmSync(config.dataDir, { recursive: true, force: true });
    });

    async function halt(): Promise<void> {
      await sets?.close();
      await opened?.journal.close();
      [opened, sets] = [null, null];
    }

    /** Starts like a server. */
    async function start(canBuild: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
      await openTheJournal();
      sets = await openReadModels(config, (line) => said.push(line));
      const { journal, followerSource } = opened as OpenedJournal;
      projectors = await sets.start(
        followerSource,
        journal.head().position,
        (position) => (heard = position),
        canBuild,
      );
    }

    async function openTheJournal(): Promise<void> {
      const directory = journalDirectory(config.dataDir);
      opened ??= await openJournal({ kind: 'embedded', directory, archive: undefined, core: CORE_NAME, hashesFrom: 0 });
    }

    async function append(from: number, to: number): Promise<void> {
      await openTheJournal();
      const { journal } = opened as OpenedJournal;
      await journal.append(journal.head().position, history.stored.slice(from, to).map(draftOf));
    }

    /** Tables of a release without set names, with the first batches. */
    async function earlierSet(count: number, change: Change): Promise<void> {
      await append(0, count);
      for (const model of MODELS) {
        const database = await openModel({ ...config, set: '' }, model);
        await project(database, history.stored.slice(0, count));
        const { schema } = database.sql.withoutPlugins();
        for (const column of ['declarations', 'refused']) {
          await schema.alterTable('checkpoint').dropColumn(column).execute();
        }
        if (model === 'views') await change(schema, database.store === 'sqlite' ? 'integer' : 'bigint');
        await database.close();
      }
    }

    const hasSaid = async (part: string): Promise<void> => {
      while (!said.some((line) => line.includes(part))) await new Promise((resolve) => setTimeout(resolve, 5));
    };

    async function expectOwnSetAlone(): Promise<void> {
      while ((await setsIn(config)).length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await projectors.all.waitFor(history.position, LONG_MS)).toBe('reached');
      await halt();
      expect(await setsIn(config)).toEqual([
        { set: OWN_SET, position: history.position, isOwn: true, isReadModels: true },
      ]);
      const whole = { dataDir: path.join(config.dataDir, 'whole') };
      for (const model of MODELS) {
        const [stored, fresh] = [await openModel(config, model), await openModel(whole, model)];
        await project(fresh, history.stored);
        expect(await dump(stored)).toEqual(await dump(fresh));
        await Promise.all([stored.close(), fresh.close()]);
      }
    }

    test('readers switch under load, without a gap and never back in time', async () => {
      await earlierSet(300, unchanged);
      await start();
      const { stored, records } = sets as ReadModelSets;
      const seen: number[][] = [[], []];
      let isLoaded = true;
      const reading = ([stored, records] as ReadModels[]).map(async (models, index) => {
        while (isLoaded) seen[index].push((await readCheckpoint(models)).position);
      });
      for (let next = 300; next + 5 <= end; next += 5) {
        await append(next, next + 5);
        expect(await projectors.all.waitFor(at(next + 4), LONG_MS)).toBe('reached');
        const row = await stored.sql.selectFrom('checkpoint').select('position').executeTakeFirstOrThrow();
        expect(row.position).toBeGreaterThanOrEqual(at(next + 4));
      }
      await append(end - ((end - 300) % 5), end);
      await hasSaid('serves from position');
      expect(heard).toBe(projectors.all.checkpoint());
      isLoaded = false;
      await Promise.all(reading);
      for (const positions of seen) expect(positions).toEqual(positions.toSorted((one, other) => one - other));
      expect(seen[0][0]).toBeGreaterThanOrEqual(at(299));
      // The next start drops the rest of the old set.
      await halt();
      await start();
      await expectOwnSetAlone();
    });

    test('refuses a table that cannot be served until the switch; the others are written and served', async () => {
      await earlierSet(300, (schema) => schema.alterTable('fills').dropColumn('role').execute());
      await start(() => Promise.reject(new Error('segments were moved away')));
      await hasSaid(`set ${OWN_SET} is not built, the one without a name goes on: segments were moved away`);
      await append(300, end);
      expect(await projectors.all.waitFor(history.position, LONG_MS)).toBe('reached');
      const { stored } = sets as ReadModelSets;
      await expect(stored.sql.selectFrom('fills').selectAll().execute()).rejects.toMatchObject({
        code: 'projection.behind',
      });
      expect((await stored.sql.selectFrom('trades').selectAll().execute()).length).toBeGreaterThan(0);
      await halt();
      await start();
      await hasSaid('serves from position');
      expect(
        (await (sets as ReadModelSets).stored.sql.selectFrom('fills').selectAll().execute()).length,
      ).toBeGreaterThan(0);
      await halt();
      await start();
      await expectOwnSetAlone();
    });

    test('retries an old set that cannot be folded, and serves the fitting tables', async () => {
      await earlierSet(300, async (schema, integer) => {
        await schema.alterTable('orders').dropColumn('reason').execute();
        await schema.alterTable('orders').addColumn('reason', integer).execute();
      });
      await start(() => Promise.reject(new Error('segments were moved away')));
      await append(300, end);
      await hasSaid('starting again in 1000 ms');
      expect(said.filter((line) => line.includes('there is no row')).length).toBeGreaterThan(0);
      const { stored } = sets as ReadModelSets;
      await expect(stored.sql.selectFrom('orders').selectAll().execute()).rejects.toMatchObject({
        code: 'projection.behind',
      });
      expect((await stored.sql.selectFrom('trades').selectAll().execute()).length).toBeGreaterThan(0);
      await halt();
      await start();
      await hasSaid('serves from position');
      await halt();
      await start();
      await expectOwnSetAlone();
    });

    test('an old set without one of its databases stays until the current set has the whole journal', async () => {
      await earlierSet(end, unchanged);
      await dropDatabase(config, 'records', RECORDS_TABLES);
      await openTheJournal();
      const { journal, followerSource } = opened as OpenedJournal;
      const before = await openReadModels(config, () => undefined);
      await before.start(
        followerSource,
        journal.head().position + 1,
        () => undefined,
        () => Promise.resolve(),
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      await before.close();
      expect((await setsIn(config)).map(({ set }) => set).sort()).toEqual(['', OWN_SET]);
      await start();
      await expectOwnSetAlone();
    });

    test('a failed switch keeps the old set serving and written, and leaves the current one to the next start', async () => {
      await earlierSet(300, unchanged);
      await openTheJournal();
      sets = await openReadModels(config, (line) => {
        said.push(line);
        if (line.includes('has caught up')) throw new Error('no space left');
      });
      const { journal, followerSource } = opened as OpenedJournal;
      const nothing = () => undefined;
      projectors = await sets.start(followerSource, journal.head().position, nothing, () => Promise.resolve());
      await hasSaid(`the switch to set ${OWN_SET} failed, the next start tries again: no space left`);
      await append(300, end);
      expect(await projectors.all.waitFor(history.position, LONG_MS)).toBe('reached');
      const { stored } = sets;
      expect((await readCheckpoint(stored)).position).toBe(history.position);
      expect(said.filter((line) => line.includes('is built beside'))).toHaveLength(1);
      await halt();
      await start();
      await expectOwnSetAlone();
    });

    test.each(['start', 'is built beside', 'building', 'has caught up', 'serves from position', 'is dropped'])(
      'survives a kill at the step: %s',
      async (step) => {
        await earlierSet(end, unchanged);
        await halt();
        await killedAt(step);
        // The remaining set serves at once, with or without reading the journal.
        await start();
        expect(
          (await (sets as ReadModelSets).stored.sql.selectFrom('trades').selectAll().execute()).length,
        ).toBeGreaterThan(0);
        expect(await projectors.all.waitFor(history.position, LONG_MS)).toBe('reached');
        if (said.some((line) => line.includes('is built beside'))) {
          await hasSaid('serves from position');
          await halt();
          await start();
        }
        await expectOwnSetAlone();
      },
    );

    async function killedAt(step: string): Promise<void> {
      const given: SetsChild = { config, core: CORE_NAME, at: step };
      const child = spawn(process.execPath, [compiledChild('sets-child'), JSON.stringify(given)], { stdio: 'inherit' });
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    }
  });
}
