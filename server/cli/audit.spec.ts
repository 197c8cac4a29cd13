import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditCertificate, linesOf } from './audit';

const root = path.resolve(__dirname, '../..');
const sample = path.join(root, 'test/samples/certificate.json');
const directory = mkdtempSync(path.join(tmpdir(), 'audit-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The command as it is built. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'dist/server/cli/audit.js'), ...args],
    {
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}
function forged(change: (text: string) => string): string {
  const file = path.join(directory, 'forged.json');
  writeFileSync(file, change(readFileSync(sample, 'utf8')));
  return file;
}

it('tells what a certificate proves', async () => {
  const lines = linesOf(await auditCertificate(readFileSync(sample, 'utf8')));
  expect(lines[0]).toMatch(/^bought {3}BTC-USDT up, 60 s, stake \d+ units of USDT, by account \d+ at /);
  expect(lines.filter((line) => line.startsWith('batch'))).toHaveLength(8);
  expect(lines.at(-1)).toMatch(/^PROVED\. /);
});

it('ends with 0 for what is proved, 1 for what is refused with the first reason, 2 for what it cannot read', () => {
  expect(run('certificate', sample)).toMatchObject({ status: 0, stderr: '' });
  const changed = run(
    'certificate',
    forged((text) => text.replace('"stake":"', '"stake":"9')),
  );
  expect(changed).toMatchObject({ status: 1 });
  expect(changed.stdout).toBe('REFUSED: what it says is not what its batches say (says)\n');
  expect(
    run(
      'certificate',
      forged((text) => text.slice(0, -40)),
    ),
  ).toMatchObject({
    ...{ status: 1, stdout: 'REFUSED: is no certificate of this form\n' },
  });
  expect(run('certificate', path.join(directory, 'nowhere'))).toMatchObject({ status: 2, stdout: '' });
  for (const args of [[], ['certificate'], ['other', sample], ['certificate', sample, sample]])
    expect(run(...args)).toMatchObject({ status: 2, stderr: 'usage: npm run -s audit -- certificate <file>\n' });
});
