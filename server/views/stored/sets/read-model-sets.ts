/** The read models of a running exchange: readers and projectors of the serving set, and the switch to the own one. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FollowerSource } from '../../../journal/source';
import type { DatabaseConfig } from '../../../platform/database/database';
import { refusedTables } from '../rows/make-tables';
import { startProjectors, type Projector, type Projectors } from '../projecting/projectors';
import { checkRoom, chooseSet, dropSet, setsIn, type SetChoice } from './sets';
import { MODELS, type ModelName } from '../tables';
import { openAdapted, openModel, readModel, type RecordsDatabase, type ViewsDatabase } from '../views-database';

/** Maximum lag in events at which the own set takes over from the old one. */
const CAUGHT_UP_EVENTS = 1_000;
/** Time for running queries of the old set when readers switch. */
const LAST_QUERIES_MS = 10_000;
const WAIT_MS = 2_000;
/** Delay in ms after a fault. */
const BUILD_RETRY_MS = 30_000;

type LogLine = (line: string) => void;

/** Readers of one set. */
interface Readers {
  set: string;
  views: ViewsDatabase;
  records: RecordsDatabase;
  refusedNames: readonly string[];
}

/**
 * Creates the tables of the program's own set, and prepares the serving set for reading and writing. No other process may write any of
 * them.
 */
export async function openReadModels(config: DatabaseConfig, log: LogLine): Promise<ReadModelSets> {
  const choice = chooseSet(await setsIn(config));
  for (const model of MODELS) await (await openModel({ ...config, set: choice.ownSet }, model)).close();
  const refusedNames: string[] = [];
  if (choice.serving !== choice.ownSet) {
    for (const name of MODELS) {
      const model = await openAdapted({ ...config, set: choice.serving }, name);
      refusedNames.push(...(await refusedTables(model.sql.withoutPlugins()).finally(() => model.close())));
    }
  }
  return new ReadModelSets(config, choice, refusedNames, log);
}

export class ReadModelSets {
  /** Proxies that follow the switch. */
  readonly stored: ViewsDatabase;
  readonly records: RecordsDatabase;
  private serving: Readers;
  private projectors: Projectors | null = null;
  private building: Projectors | null = null;
  /** Resolves when the readers have switched; null unless they are switching. */
  private switching: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  /** Background work: building the own set, removing the old one. */
  private readonly backgroundTasks: Promise<void>[] = [];

  constructor(
    private readonly config: DatabaseConfig,
    private readonly choice: SetChoice,
    refusedNames: readonly string[],
    private readonly log: LogLine,
  ) {
    this.serving = this.readersOf(choice.serving, refusedNames);
    this.stored = currentDatabase(() => this.serving.views);
    this.records = currentDatabase(() => this.serving.records);
  }

  /** Tables whose rows do not match the journal until the switch. */
  get refusedNames(): readonly string[] {
    return this.serving.refusedNames;
  }

  /**
   * Resolves when the serving set agrees with the journal, which ends at `head`. `canBuild` rejects if the journal
   * cannot be read from its first event, which another set needs.
   */
  async start(
    source: FollowerSource,
    head: number,
    included: (position: number) => void,
    canBuild: () => Promise<unknown>,
  ): Promise<Projectors> {
    const { ownSet, serving } = this.choice;
    const isServing = (set: string) => (position: number) => {
      if (this.serving.set === set) included(position);
    };
    const config = { ...this.config, set: serving };
    const projectors = await startProjectors(config, source, this.log, isServing(serving));
    this.projectors = projectors;
    if (serving === ownSet) this.backgroundTasks.push(this.dropOthersFrom(projectors, head));
    else this.backgroundTasks.push(this.build(source, isServing(ownSet), canBuild));
    const modelProgress = (name: ModelName | 'all') => this.progressOf((projectors) => projectors[name]);
    return {
      views: modelProgress('views'),
      records: modelProgress('records'),
      all: modelProgress('all'),
      stop: () => this.stop(),
    };
  }

  async close(): Promise<void> {
    await this.stop();
    await closeReaders(this.serving);
  }

  private async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.projectors?.stop(), this.building?.stop()]);
    await Promise.all(this.backgroundTasks);
  }

  /** Retries while the projectors cannot start. Equal reasons are logged once. */
  private async build(
    source: FollowerSource,
    included: (position: number) => void,
    canBuild: () => Promise<unknown>,
  ): Promise<void> {
    const { ownSet, serving } = this.choice;
    const old = serving || 'the one without a name';
    let reason = '';
    while (!this.isStopping) {
      try {
        await canBuild();
        await checkRoom(this.config, serving);
        if (this.isStopping) return;
        this.log(`read models: set ${ownSet} is built beside ${old}, which serves meanwhile`);
        this.building = await startProjectors({ ...this.config, set: ownSet }, source, this.log, included);
        break;
      } catch (error) {
        if (this.isStopping) return;
        const { message } = error as Error;
        if (message !== reason) this.log(`read models: set ${ownSet} is not built, ${old} goes on: ${message}`);
        reason = message;
        await delay(BUILD_RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
    // These projectors restart themselves: a second pair would write the same tables.
    try {
      if (this.building) await this.buildUp(this.building, included);
    } catch (error) {
      this.log(
        `read models: the switch to set ${ownSet} failed, the next start tries again: ${(error as Error).message}`,
      );
    }
  }

  private async buildUp(building: Projectors, included: (position: number) => void): Promise<void> {
    if (this.isStopping) return building.stop();
    // The old set may have stopped being written.
    const remainingEvents = () => Math.max(building.all.lag, this.at('all') - building.all.checkpoint());
    while (remainingEvents() > CAUGHT_UP_EVENTS && !this.isStopping)
      await building.all.waitFor(building.all.checkpoint() + remainingEvents() - CAUGHT_UP_EVENTS, WAIT_MS);
    if (!this.isStopping) await this.switchTo(building, included);
  }

  /** Reads never go back in time: the own set answers only from the old one's last position on. */
  private async switchTo(building: Projectors, included: (position: number) => void): Promise<void> {
    const before = this.serving;
    const old = this.projectors;
    let switched: () => void = () => undefined;
    this.switching = new Promise((resolve) => (switched = resolve));
    try {
      this.log(`read models: set ${this.choice.ownSet} has caught up at position ${building.all.checkpoint()}`);
      await old?.stop();
      for (const model of MODELS) {
        const end = this.at(model);
        while (building[model].checkpoint() < end && !this.isStopping) await building[model].waitFor(end, WAIT_MS);
      }
      if (this.isStopping) return;
      this.serving = this.readersOf(this.choice.ownSet, []);
      this.projectors = building;
      this.building = null;
      included(building.all.checkpoint());
    } finally {
      this.switching = null;
      switched();
    }
    this.log(`read models: set ${this.choice.ownSet} serves from position ${building.all.checkpoint()} on`);
    await delay(LAST_QUERIES_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    await closeReaders(before);
    if (!this.isStopping) await this.dropOthers();
  }

  /** Waits until the own set has reached the position of the others. */
  private async dropOthersFrom({ all }: Projectors, head: number): Promise<void> {
    while (all.checkpoint() < head && !this.isStopping) await all.waitFor(head, WAIT_MS);
    await this.dropOthers();
  }

  private async dropOthers(): Promise<void> {
    try {
      for (const { set, isReadModels } of await setsIn(this.config)) {
        if (set === this.choice.ownSet || !isReadModels || this.isStopping) continue;
        await dropSet(this.config, set);
        this.log(`read models: set ${set || 'without a name'} is dropped`);
      }
    } catch (error) {
      this.log(`read models: an old set is not dropped, the next start tries again: ${(error as Error).message}`);
    }
  }

  private at(name: ModelName | 'all'): number {
    return this.projectors?.[name].checkpoint() ?? -1;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private readersOf(set: string, refusedNames: readonly string[]): Readers {
    const config = { ...this.config, set };
    return {
      set,
      refusedNames,
      views: readModel(config, 'views', refusedNames),
      records: readModel(config, 'records', refusedNames),
    };
  }

  private progressOf(selectProjector: (projectors: Projectors) => Projector): Projector {
    const currentProjector = () => selectProjector(this.projectors as Projectors);
    return {
      waitFor: async (minPosition, waitMs = WAIT_MS) => {
        const until = performance.now() + waitMs;
        const remainingMs = () => Math.max(0, until - performance.now());
        for (;;) {
          if (this.switching) await Promise.race([this.switching, delay(remainingMs(), undefined, { ref: false })]);
          const { projectors } = this;
          const outcome = await currentProjector().waitFor(minPosition, remainingMs());
          // Gives up early if it has stopped for the switch.
          const hasSwitched = this.switching !== null || projectors !== this.projectors;
          if (outcome === 'reached' || !hasSwitched || remainingMs() === 0) return outcome;
        }
      },
      checkpoint: () => currentProjector().checkpoint(),
      get lag() {
        return currentProjector().lag;
      },
    };
  }
}

function closeReaders({ views, records }: Readers): Promise<unknown> {
  return Promise.all([views.close(), records.close()]);
}

/** A proxy for the current database, which changes at the switch, for callers that hold it for the life of the process. */
function currentDatabase<Model extends ViewsDatabase | RecordsDatabase>(getCurrent: () => Model): Model {
  return new Proxy({} as Model, { get: (_, field) => getCurrent()[field as keyof Model] });
}
