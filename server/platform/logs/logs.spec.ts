import pg from 'pg';
import { createLog } from './logs';

const ADDRESS = 'alice@private.example';

function logged(log: (logger: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  log(createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) }));
  expect(lines).toHaveLength(1);
  return lines[0];
}

const refused = () =>
  Object.assign(new pg.DatabaseError(`invalid input: "${ADDRESS}"`, 40, 'error'), {
    ...{ code: '22P02', detail: `Key (email)=(${ADDRESS})` },
  });

describe('a line of the log', () => {
  it.each<[string, Parameters<typeof logged>[0]]>([
    ['an error alone', (log) => log.error(refused())],
    ['an error with words', (log) => log.error(refused(), 'not stored')],
    ['an error among facts', (log) => log.warn({ err: refused(), user: 7 })],
    ['an error among facts, with words', (log) => log.warn({ err: refused() }, 'not stored')],
    ['an error that another one caused', (log) => log.error(new Error('not stored', { cause: refused() }))],
  ])('of %s has its kind and stack, and no database value', (_, log) => {
    const line = logged(log);
    expect(line).not.toContain(ADDRESS);
    expect(JSON.stringify(JSON.parse(line).err)).toContain('the database refused: 22P02');
  });

  it('has none of the headers that authenticate', () => {
    const headers = { ticket: ADDRESS, cookie: ADDRESS, authorization: ADDRESS, accept: '*/*' };
    const line = logged((log) => log.info({ req: { headers } }, 'asked'));
    expect(line).not.toContain(ADDRESS);
    expect(line).toContain('*/*');
  });

  it('ASVS 16.4.1: stays one line for any content', () => {
    const line = logged((log) => log.info({ name: 'a\n{"level":50}\r\u2028' }, 'b\n{"level":50,"msg":"forged"}'));
    expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'b\n{"level":50,"msg":"forged"}' });
  });
});
