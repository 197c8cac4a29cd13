import Libsql from 'libsql';
import pg from 'pg';
import { errorFacts, errorText } from './error-facts';

const ADDRESS = 'alice@private.example';

/** An error as the driver creates it from PostgreSQL's answer. */
function ofPostgres(): Error {
  const error = new pg.DatabaseError('duplicate key value violates unique constraint "users_email"', 200, 'error');
  return Object.assign(error, {
    ...{ code: '23505', severity: 'ERROR', table: 'users', constraint: 'users_email', routine: '_bt_check_unique' },
    ...{ detail: `Key (email)=(${ADDRESS}) already exists.`, where: `unnamed portal parameter $1 = '${ADDRESS}'` },
    ...{ internalQuery: `insert into users values ('${ADDRESS}')`, parameters: [ADDRESS] },
  });
}

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('the log of an error', () => {
  it('of PostgreSQL has its code and the named objects, and no values', () => {
    const facts = errorFacts(ofPostgres());
    expect(facts).toMatchObject({
      ...{ type: 'DatabaseError', message: 'the database refused: 23505', code: '23505' },
      ...{ table: 'users', constraint: 'users_email', stack: expect.stringContaining('error-facts.spec') },
    });
    expect(JSON.stringify(facts)).not.toContain(ADDRESS);
  });

  it('of PostgreSQL has no message, which may contain values', () => {
    const message = `invalid input syntax for type bigint: "${ADDRESS}"`;
    const error = Object.assign(new pg.DatabaseError(message, 80, 'error'), { code: '22P02' });
    expect(errorText(error)).toBe('the database refused: 22P02');
    expect(JSON.stringify(errorFacts(new Error('not stored', { cause: error })))).not.toContain(ADDRESS);
  });

  it('of SQLite has its code and the named columns', () => {
    const database = new Libsql(':memory:');
    database.exec('create table users (id integer primary key, email text unique)');
    const insert = database.prepare('insert into users (email) values (?)');
    insert.run(ADDRESS);
    const unique = errorFacts(thrownBy(() => insert.run(ADDRESS)));
    expect(unique).toMatchObject({
      code: expect.stringMatching(/^SQLITE_CONSTRAINT/),
      message: expect.stringContaining('users.email'),
    });
    const wrong = thrownBy(() => database.prepare(`select "${ADDRESS}" from nowhere where x = '${ADDRESS}' and`));
    expect(wrong.message).not.toBe('');
    expect(errorText(wrong)).toMatch(/^the database refused: SQLITE/);
    expect(JSON.stringify([unique, errorFacts(wrong)])).not.toContain(ADDRESS);
    database.close();
  });

  it('of others has message and stack, and no attached data', () => {
    const request = { headers: { authorization: ADDRESS } };
    const error = Object.assign(new TypeError('no such thing\nas this'), { request, code: 'ENOENT' });
    const facts = errorFacts(error);
    expect(facts).toMatchObject({ type: 'TypeError', message: 'no such thing\nas this', code: 'ENOENT' });
    expect(facts.stack).toMatch(/^at /);
    expect(JSON.stringify(facts)).not.toContain(ADDRESS);
  });

  it('ends at circular causes and skips values that are not errors', () => {
    const round = new Error('first');
    round.cause = new AggregateError([round], 'second', { cause: round });
    expect(JSON.stringify(errorFacts(round)).length).toBeLessThan(1_000_000);
    expect(errorFacts({ password: ADDRESS })).toEqual({
      ...{ type: 'object', message: 'what was thrown is no error', stack: '' },
    });
  });
});
