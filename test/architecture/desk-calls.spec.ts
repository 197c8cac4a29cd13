/** Every call that staff may make has a screen that makes it, and every call that the desk makes is one that there is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '../../shared/wire/routes';

const CLIENT = join(__dirname, '../../client/src');
const BASE = '/exchange';
/** As a string of its own, or with its query behind it. */
const CALL = /['"`](\/(?:admin|audit)\/[A-Za-z]+\/?[A-Za-z]*)(?=['"`?])/g;

const routes = Object.values(AREAS)
  .flatMap((area) => Object.values(area))
  .filter(({ access }) => access === 'admin' || access === 'auditor')
  .map(({ path }) => path.slice(BASE.length));

/** With what a file names once for all of its calls put in its place. */
function callsOf(source: string): string[] {
  const [named, path] = /const PATH = '([^']+)'/.exec(source) ?? [];
  const whole = named === undefined ? source : source.replace(named, '').replaceAll('${PATH}', path);
  return [...whole.matchAll(CALL)].map(([, call]) => call);
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

describe('the calls of staff', () => {
  // An endpoint whose hook no screen uses does not pass knip.
  const made = new Set([
    ...sources(join(CLIENT, 'entities/staff')).flatMap(callsOf),
    ...sources(join(CLIENT, 'pages/admin')).flatMap(callsOf),
  ]);

  test.each(routes)('%s is made by a screen', (path) => {
    expect(made).toContain(path);
  });

  it('that the desk makes are all there', () => {
    const called = sources(join(CLIENT, 'entities/staff')).flatMap(callsOf);
    expect(called.filter((path) => !routes.includes(path))).toEqual([]);
  });
});
