import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFile } from './sqlite-file';

const ROOT = path.resolve(__dirname, '../../../..');
const COUNT = `
  const Libsql = require('libsql');
  const database = new Libsql(process.argv[1]);
  process.stdout.write(String(database.prepare('select count(*) as rows from notes').get().rows));
  database.close();
`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'sqlite-file-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opened and closed by a separate process. */
const countOf = (file: string): string =>
  execFileSync(process.execPath, ['-e', COUNT, file], { cwd: ROOT, encoding: 'utf8' });

test('a file opened twice keeps its locks: another process that closes it does not delete the log', () => {
  const file = path.join(folder, 'notes.sqlite');
  const first = openFile(file, 'full');
  first.prepare('create table notes (id integer primary key)').run([]);
  const second = openFile(file, 'full');
  expect(countOf(file)).toBe('0');
  first.prepare('insert into notes (id) values (1)').run([]);
  expect(countOf(file)).toBe('1');
  second.close();
  first.close();
});

test('a file is accessible to its owner only', () => {
  const file = path.join(folder, 'own.sqlite');
  openFile(file, 'full').close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
