import { createHash } from 'node:crypto';
import { fireEvent, screen, within } from '@testing-library/react';
import sample from '../../../../../test/samples/certificate.json';
import { refusal, stubNetwork, success } from '../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { OPTION_TEXTS } from '../api/texts';
import { showPage, testStore } from '../../../testing/page';
import { settle } from '../../../testing/settle';
import { CertificatePage } from './certificate-page';

const CERTIFICATE = '/exchange/app/option/certificate';
const ALWAYS = { '/exchange/app/option/products': () => success({ products: [], houses: [] }) };

beforeAll(async () => {
  await startLanguage();
  await loadTexts(OPTION_TEXTS);
});
afterEach(() => jest.restoreAllMocks());

function browserThatHashes(subtle: unknown): void {
  Object.defineProperty(globalThis.crypto, 'subtle', { value: subtle, configurable: true });
}
const subtle = {
  digest: (_: string, bytes: Uint8Array) => Promise.resolve(createHash('sha256').update(bytes).digest()),
};
beforeEach(() => browserThatHashes(subtle));

async function show(address: string, answers: Parameters<typeof stubNetwork>[0] = {}): Promise<void> {
  stubNetwork({ ...ALWAYS, ...answers });
  await showPage(testStore(), <CertificatePage />, address);
  await checked();
}
async function checked(): Promise<void> {
  for (let turn = 0; turn < 50 && screen.queryByText('Checking…'); turn++) await settle();
}
/** Drops a file on the page. */
async function drop(text: string, name = 'given.json', size = text.length): Promise<void> {
  const file = { name, size, text: () => Promise.resolve(text) };
  fireEvent.drop(screen.getByRole('heading', { level: 1 }), { dataTransfer: { files: [file] } });
  await settle();
  await checked();
}
const states = () =>
  within(screen.getByRole('list', { name: 'Checks' }))
    .getAllByRole('img')
    .map((sign) => sign.getAttribute('aria-label'));

it('verifies the user’s own certificate with all checks, publications and hashes', async () => {
  await show('/certificate?contract=1', { [CERTIFICATE]: () => success(sample) });
  expect(screen.getByRole('status').textContent).toContain('Proved');
  expect(states()).toEqual(Array(6).fill('Proved'));
  for (const { hash } of sample.says.batches) expect(screen.getByText(hash)).toBeTruthy();
  for (const role of ['entry', 'end']) expect(screen.getAllByText(role)[0]).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
});

it('rejects a modified file and names the failed check', async () => {
  await show('/certificate');
  expect(screen.getByText(/drop it here/)).toBeTruthy();
  const { says } = sample;
  await drop(JSON.stringify({ ...sample, says: { ...says, result: { ...says.result, paid: '1' } } }));
  expect(screen.getByRole('alert').textContent).toContain('What it says is not what its batches say');
  expect(states()).toEqual(['Proved', 'Refused', ...Array<string>(4).fill('Not reached')]);
  await drop('no certificate');
  expect(screen.getByRole('alert').textContent).toContain('no certificate of this form');
  await drop(JSON.stringify(sample));
  expect(screen.getByRole('status').textContent).toContain('given.json');
});

it('reports a file too large, a browser without hashing, and a missing contract', async () => {
  await show('/certificate?contract=7', { [CERTIFICATE]: () => refusal(404, 'option.not.found', 'No such contract.') });
  expect(screen.getByText('No such contract.')).toBeTruthy();
  await drop('{}', 'large.json', 33 * 1024 * 1024);
  expect(screen.getByText(/larger than 32\sMB or/)).toBeTruthy();
  browserThatHashes(undefined);
  await drop(JSON.stringify(sample));
  expect(screen.getByText(/secure connection only/)).toBeTruthy();
});
