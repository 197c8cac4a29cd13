/** Read-model databases with disturbed write transactions. */
import type { CompiledQuery } from 'kysely';
import type { ReadModels } from '../../../server/views/stored/views-database';

export type Run = <T>(work: (connection: Executor) => Promise<T>) => Promise<T>;
interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>;
}

/** The same database, with `wrap` around its write transactions. */
export function withTransactions(views: ReadModels, wrap: (run: Run) => Run): ReadModels {
  const bare = views.sql.withoutPlugins();
  const run = wrap((work) => bare.transaction().execute((transaction) => work(transaction as Executor)));
  const disturbed = { transaction: () => ({ execute: run }) };
  const sql = new Proxy(views.sql, {
    get: (target, property) => {
      if (property === 'withoutPlugins') return () => disturbed;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...views, sql };
}

export function answerLostOnce(views: ReadModels): ReadModels {
  let isLost = false;
  return withTransactions(views, (run) => async (work) => {
    const answer = await run(work);
    if (isLost) return answer;
    isLost = true;
    throw new Error('the answer was lost');
  });
}

export function refusesTwice(views: ReadModels): ReadModels {
  let refusals = 0;
  return withTransactions(views, (run) => async (work) => {
    if (refusals++ < 2) throw new Error('busy');
    return run(work);
  });
}
