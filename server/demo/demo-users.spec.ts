import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoUsers } from './demo-users';
import { usersFile } from './demo-place';

describe('the users of a demo', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'demo-users-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('have an authenticator if staff, else a fund password and a robot key', () => {
    const users = demoUsers(dataDir);
    const equipped = users.map(({ role, authenticator, fundPassword, robotKey }) => {
      return [role, !!authenticator, !!fundPassword && !!robotKey];
    });
    expect(equipped).toEqual([
      ['admin', true, false],
      ['auditor', true, false],
      ['user', false, true],
      ['user', false, true],
      ['admin', true, false],
    ]);
    expect(demoUsers(dataDir)).toEqual(users);
  });

  it('of an older demo get missing ones once, and keep the rest', () => {
    const before = demoUsers(dataDir).map(({ authenticator: _, robotKey: __, ...user }) => user);
    writeFileSync(usersFile(dataDir), JSON.stringify(before));
    const after = demoUsers(dataDir);
    expect(after.map(({ authenticator: _, robotKey: __, ...user }) => user)).toEqual(before);
    expect(after.filter(({ authenticator }) => authenticator !== undefined)).toHaveLength(3);
    expect(after.filter(({ robotKey }) => robotKey !== undefined)).toHaveLength(2);
    expect(demoUsers(dataDir)).toEqual(after);
    expect(JSON.parse(readFileSync(usersFile(dataDir), 'utf8'))).toEqual(after);
  });
});
